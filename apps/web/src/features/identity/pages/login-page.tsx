import { useRef, useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { redirectValue, safeRedirect } from '../../../lib/session/redirect.ts';
import { useSession } from '../../../lib/session/session.ts';
import { SSO_PAGE } from '../../../lib/session/sso-page.ts';
import { signIn } from '../../../lib/session/sign-in.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { PlainField } from '../parts/plain-field.tsx';
import { PlainFrame } from '../parts/plain-frame.tsx';

/** Sign-in by account and password. The page imports no component library and no schemas, so that it loads fast. */
export default function LoginPage() {
  const t = useT();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const allowsAutomatic = useSession(({ settings }) => settings?.auto_login ?? true);
  const hasSso = useSession(({ settings }) => settings?.sso.enabled === true);
  const wayBack = query.get('redirect');
  const back = wayBack === null ? '' : `?redirect=${redirectValue(wayBack)}`;
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [automatic, setAutomatic] = useState(false);
  const [problems, setProblems] = useState<{ account?: string; password?: string; all?: string }>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const accountProblem = () => {
    const length = [...account.trim()].length;
    if (length === 0) return t('login.accountRequired');
    return length < LIMITS.accountMin || length > LIMITS.accountMax
      ? t('login.accountLength', { min: LIMITS.accountMin, max: LIMITS.accountMax })
      : undefined;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = { account: accountProblem(), password: password === '' ? t('login.passwordRequired') : undefined };
    setProblems(found);
    const first = found.account ? 'account' : found.password ? 'password' : null;
    if (first !== null) {
      focus(first);
      return;
    }
    setBusy(true);
    try {
      await signIn({ account: account.trim(), password, automatic });
      await navigate(safeRedirect(query.get('redirect')), { replace: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!error.told) setProblems({ all: error.msg });
      setPassword('');
      setBusy(false);
      focus('password');
    }
  };

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  return (
    <PlainFrame title={t('login.signIn')} lead={t('login.lead')}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {problems.all && (
          <p className="notice-line" role="alert">
            {problems.all}
          </p>
        )}
        <PlainField
          name="account"
          label={t('login.account')}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          required
          maxLength={LIMITS.accountMax}
          value={account}
          problem={problems.account}
          onChange={(event) => setAccount(event.target.value)}
        />
        <PasswordField
          name="password"
          label={t('login.password')}
          autoComplete="current-password"
          required
          value={password}
          problem={problems.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className="login-line">
          {allowsAutomatic ? (
            <label className="check">
              <input type="checkbox" checked={automatic} onChange={(event) => setAutomatic(event.target.checked)} />
              {t('login.automatic')}
            </label>
          ) : (
            <span />
          )}
          <a href="/forget">{t('login.forgot')}</a>
        </div>
        <button type="submit" className="button button-primary button-large button-wide" disabled={busy}>
          {t(busy ? 'login.signingIn' : 'login.signIn')}
        </button>
      </form>
      {hasSso && (
        <a className="button button-large button-wide sso-other" href={`${SSO_PAGE}${back}`}>
          {t('login.sso.button')}
        </a>
      )}
    </PlainFrame>
  );
}
