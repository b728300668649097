import { useRef, useState, type FormEvent } from 'react';
import { CODES } from '@prdm/contract/codes';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { linkSso } from '../../../lib/session/sso.ts';
import {
  CredentialFields,
  credentialProblems,
  focusField,
  focusProblem,
  type CredentialProblems,
  type Credentials,
} from './credential-fields.tsx';
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
  const [given, setGiven] = useState<Credentials>({ account: '', password: '' });
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
      await linkSso({ ticket: link.ticket, account: given.account.trim(), password: given.password });
      onEntered();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setGiven((now) => ({ ...now, password: '' }));
      setBusy(false);
      if (error.code === CODES.wrongState) onExpired(error.msg);
      else if (!error.told) setProblems({ all: error.msg });
      focusField(form.current, 'password');
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
        <CredentialFields value={given} problems={problems} onChange={setGiven} />
        <button type="submit" className="button button-primary button-large button-wide" disabled={busy}>
          {t(busy ? 'login.signingIn' : 'login.sso.link')}
        </button>
      </form>
    </PlainFrame>
  );
}
