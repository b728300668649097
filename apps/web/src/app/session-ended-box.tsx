import { useT } from '../lib/i18n.ts';
import { stay, useSession } from '../lib/session/session.ts';
import { signOut } from '../lib/session/sign-out.ts';
import { Box } from '../ui/box.tsx';
import { goWithoutAsking } from '../ui/records/leave-guard.tsx';
import '../ui/look/plain.css';

/**
 * Box for code 5. It opens once even when several calls fail together. Confirming it signs out and reloads the page.
 */
export function SessionEndedBox() {
  const t = useT();
  const open = useSession(({ expired }) => expired);
  if (!open) return null;
  return (
    <Box
      title={t('errors.sessionEndedTitle')}
      onClose={stay}
      actions={
        <>
          <button type="button" className="button" onClick={stay}>
            {t('errors.stay')}
          </button>
          <button type="button" className="button button-primary" onClick={signInAgain}>
            {t('errors.signInAgain')}
          </button>
        </>
      }
    >
      {t('errors.sessionEndedText')}
    </Box>
  );
}

/** Drafts survive this sign-out, because the session has expired (`forgetSession`). */
function signInAgain(): void {
  goWithoutAsking();
  void signOut();
}
