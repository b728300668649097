import { useEffect, useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { userSetting } from '@prdm/contract/me';
import { call } from '../../../lib/api/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { signOut } from '../../../lib/session/sign-out.ts';
import { toast } from '../../../lib/toasts.ts';
import { Box } from '../../../ui/box.tsx';
import type { PasswordBounds } from '../password-rules.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

/** The dialog to change the password. It loads the password policy, and signs the user out after success. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [bounds, setBounds] = useState<PasswordBounds | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    call(userSetting, { name: 'base_setting' }, { signal: stop.signal })
      .then(({ password_length_min: min, password_length_max: max }) => setBounds({ min, max }))
      .catch(showFailure);
    return () => stop.abort();
  }, []);
  const done = () => {
    toast.success(t('login.passwordChanged'));
    onClose();
    void signOut(LIMITS.passwordReloadMs);
  };
  return (
    <Box title={t('login.titles.changePassword')} onClose={onClose} width="35.5%">
      <ChangePasswordForm
        bounds={bounds}
        submitLabel={t('login.changePassword')}
        onDone={done}
        onCancel={onClose}
        onRefused={toast.error}
      />
    </Box>
  );
}
