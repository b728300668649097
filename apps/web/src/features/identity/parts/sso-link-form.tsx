import { useRef, useState, type FormEvent } from 'react';
import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { linkSso } from '../../../lib/session/sso.ts';
import { PasswordField } from './password-field.tsx';
import { PlainField } from './plain-field.tsx';
import { PlainFrame } from './plain-frame.tsx';

interface Props {
  readonly link: { readonly ticket: string; readonly name: string };
  readonly onEntered: () => void;
  /** The link can no longer be used. */
  readonly onExpired: (problem: string) => void;
}

/** The first sign-in of a person: the password of the account, once. A wrong password leaves the form open. */
export function SsoLinkForm({ link, onEntered, onExpired }: Props) {
  const t = useT();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<{ account?: string; password?: string; all?: string }>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = {
      account: account.trim() === '' ? t('login.accountRequired') : undefined,
      password: password === '' ? t('login.passwordRequired') : undefined,
    };
    setProblems(found);
    if (found.account ?? found.password) {
      focus(found.account ? 'account' : 'password');
      return;
    }
    setBusy(true);
    try {
      await linkSso({ ticket: link.ticket, account: account.trim(), password });
      onEntered();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setPassword('');
      setBusy(false);
      if (error.code === CODES.wrongState) onExpired(error.msg);
      else if (!error.told) setProblems({ all: error.msg });
      focus('password');
    }
  };

  const lead = link.name === '' ? t('login.sso.linkLeadUnnamed') : t('login.sso.linkLead', { name: link.name });
  return (
    <PlainFrame title={t('login.sso.linkTitle')} lead={lead}>
      <p className="field-hint">{t('login.sso.linkHint')}</p>
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
        <button type="submit" className="button button-primary button-large button-wide" disabled={busy}>
          {t(busy ? 'login.signingIn' : 'login.sso.link')}
        </button>
      </form>
    </PlainFrame>
  );
}
