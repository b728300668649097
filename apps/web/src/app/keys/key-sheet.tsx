import { useLayoutEffect } from 'react';
import { useT } from '../../lib/i18n.ts';
import {
  FRAME_GROUPS,
  PAGE_GROUPS,
  useActionsNow,
  type ActionGroup,
  type GroupedAction,
} from '../../lib/keys/actions.ts';
import { KeyCaps } from '../../ui/controls/key-caps.tsx';
import { Icon } from '../../ui/look/icon.tsx';
import { useModal } from './use-modal.ts';
import './key-sheet.css';

interface Listed {
  readonly group: ActionGroup;
  readonly actions: readonly GroupedAction[];
}

/** The possible actions with a key, by their headings. */
function groupsOf(names: readonly ActionGroup[], actions: readonly GroupedAction[]): Listed[] {
  return names
    .map((group) => ({ group, actions: actions.filter((one) => one.group === group && one.key !== undefined) }))
    .filter((listed) => listed.actions.length > 0);
}

/** All keys: those of the page, and those of every page. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { dialog, close } = useModal();
  // The dialog itself has the focus first, not its close button.
  useLayoutEffect(() => dialog.current?.focus(), [dialog]);
  const actions = useActionsNow();
  const leave = () => {
    close();
    onClose();
  };
  const parts = [
    { key: 'here', groups: groupsOf(PAGE_GROUPS, actions) },
    { key: 'everywhere', groups: groupsOf(FRAME_GROUPS, actions) },
  ] as const;
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className="key-sheet"
      aria-label={t('palette.sheet.title')}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onPointerDown={(event) => event.target === dialog.current && leave()}
    >
      <header className="key-sheet-head">
        <h2>{t('palette.sheet.title')}</h2>
        <button type="button" className="icon-button" aria-label={t('common.close')} title="Esc" onClick={leave}>
          <Icon name="close" />
        </button>
      </header>
      <div className="key-sheet-parts" tabIndex={0} role="group" aria-label={t('palette.sheet.title')}>
        {parts.map(
          ({ key, groups }) =>
            groups.length > 0 && (
              <section key={key} className="key-sheet-part" aria-label={t(`palette.sheet.${key}`)}>
                <h3>{t(`palette.sheet.${key}`)}</h3>
                {groups.map((listed) => (
                  <Keys key={listed.group} {...listed} />
                ))}
              </section>
            ),
        )}
      </div>
    </dialog>
  );
}

function Keys({ group, actions }: Listed) {
  const t = useT();
  return (
    <>
      <h4>{t(`palette.sheet.groups.${group}`)}</h4>
      <dl>
        {actions.map(({ key = '', label }) => (
          <div key={`${key} ${label}`} className="key-sheet-row">
            <dt>{t(label)}</dt>
            <dd>
              <KeyCaps keys={key} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
