import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Box } from '../../../ui/box.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import type { MadeAccount } from './add-person-dialog.tsx';

/** Shows a generated password. Nothing can show it again after this box closes. */
export function MadePasswordBox({ made, onClose }: { made: MadeAccount; onClose: () => void }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.password);
      setCopied(true);
    } catch {
      setCopied(false); // browsers give no clipboard without https, but the text can be selected
    }
  };
  return (
    <Box
      title={t(made.isReset === true ? 'organisation.staff.resetDone' : 'organisation.staff.madeTitle', {
        name: made.name,
      })}
      onClose={onClose}
      actions={
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('organisation.staff.madeDone')}
        </button>
      }
    >
      <p>{t(made.isReset === true ? 'organisation.staff.resetTold' : 'organisation.staff.madeText')}</p>
      <div className="made-password">
        <span>{t('organisation.field.account')}</span>
        <code>{made.account}</code>
        <span />
        <span>{t(made.isReset === true ? 'organisation.staff.resetPassword' : 'organisation.staff.madePassword')}</span>
        <code data-testid="made-password">{made.password}</code>
        <button
          type="button"
          className="icon-button"
          aria-label={t('organisation.staff.copy')}
          onClick={() => void copy()}
        >
          <Icon name={copied ? 'check' : 'copy'} />
        </button>
      </div>
    </Box>
  );
}
