import { closeToast, useToasts, type ToastKind } from '../../lib/toasts.ts';
import { translate } from '../../lib/i18n.ts';
import { Icon, type IconName } from '../look/icon.tsx';
import './toasts.css';

const ICONS: Record<ToastKind, IconName> = { success: 'success', warning: 'warning', error: 'error' };

/** The toasts at the top right. The live region is always mounted, so screen readers announce the first toast too. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, kind, text, action }) => (
        <div key={id} className="toast" data-kind={kind}>
          <Icon name={ICONS[kind]} />
          <span className="toast-text">{text}</span>
          {action && (
            <button
              type="button"
              className="toast-action"
              onClick={() => {
                closeToast(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="toast-close"
            aria-label={translate('errors.close')}
            onClick={() => closeToast(id)}
          >
            <Icon name="close" size={12} />
          </button>
        </div>
      ))}
    </div>
  );
}
