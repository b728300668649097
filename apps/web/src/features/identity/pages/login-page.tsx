import { useRef, useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { redirectValue, safeRedirect } from '../../../lib/session/redirect.ts';
import { useSession } from '../../../lib/session/session.ts';
import { SSO_PAGE } from '../../../lib/session/sso-page.ts';
import { signIn } from '../../../lib/session/sign-in.ts';
import {
  CredentialFields,
  credentialProblems,
  focusField,
  focusProblem,
  type CredentialProblems,
  type Credentials,
} from '../parts/credential-fields.tsx';
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
  const [given, setGiven] = useState<Credentials>({ account: '', password: '' });
  const [automatic, setAutomatic] = useState(false);
  const [problems, setProblems] = useState<CredentialProblems & { readonly all?: string }>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = credentialProblems(t, given);
    setProblems(found);
    if (focusProblem(form.current, found)) return;
    setBusy(true);
    try {
      await signIn({ account: given.account.trim(), password: given.password, automatic });
      await navigate(safeRedirect(query.get('redirect')), { replace: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!error.told) setProblems({ all: error.msg });
      setGiven((now) => ({ ...now, password: '' }));
      setBusy(false);
      focusField(form.current, 'password');
    }
  };

  return (
    <PlainFrame title={t('login.signIn')} lead={t('login.lead')}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {problems.all && (
          <p className="notice-line" role="alert">
            {problems.all}
          </p>
        )}
        <CredentialFields value={given} problems={problems} onChange={setGiven} />
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
