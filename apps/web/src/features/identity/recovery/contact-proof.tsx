import { useState } from 'react';
import { sendCode } from '@prdm/contract/identity/recovery';
import { call } from '../../../lib/api/call.ts';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { useSession, type EntrySettings } from '../../../lib/session/session.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { PlainField } from '../parts/plain-field.tsx';
import { retryAfter } from './retry-after.ts';
import { SendAgain } from './send-again.tsx';
import { useCountdown } from './use-countdown.ts';
import './recovery.css';

export const NO_PROOF = { rephone: '', reemail: '', code: '', password: '' };
export type Proof = typeof NO_PROOF;
export type ProofName = keyof Proof;
export type ProofProblems = Partial<Record<ProofName, string | null>>;

/** Whether a new e-mail needs a code: only with a mail server. */
export const useNeedsCode = (): boolean =>
  useSession(({ settings }) => (settings as Partial<EntrySettings> | null)?.recovery?.by_mail === true);

/** The fields that a changed phone or e-mail needs: the value again, the code of the new address, the password. */
export function ContactProof(props: {
  email: string;
  changed: readonly ('phone' | 'email')[];
  values: { phone: string; email: string };
  proof: Proof;
  problems: ProofProblems;
  onChange: (name: ProofName, value: string) => void;
  onProblem: (name: ProofName, problem: string) => void;
}) {
  const t = useT();
  const needsCode = useNeedsCode();
  const countdown = useCountdown();
  const [busy, setBusy] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const { proof, problems, onChange, onProblem } = props;
  const send = async () => {
    if (proof.reemail !== props.email) {
      onProblem('reemail', t('identity.inconsistent'));
      return;
    }
    setBusy(true);
    try {
      const { resend_after: seconds } = await call(sendCode, { email: props.email, type: 'change_email' });
      setWasSent(true);
      countdown.start(seconds);
    } catch (error) {
      if (!(error instanceof CallError)) showFailure(error);
      else if (!error.told) {
        const seconds = retryAfter(error);
        if (seconds > 0 && seconds <= 60) countdown.start(seconds);
        onProblem('code', error.msg);
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <fieldset className="contact-proof">
      <legend>{t('recovery.contact.title')}</legend>
      {props.changed
        .filter((name) => props.values[name] !== '')
        .map((name) => (
          <PlainField
            key={name}
            name={`re${name}`}
            label={t(`recovery.contact.again.${name}`)}
            autoComplete="off"
            required
            value={proof[`re${name}`]}
            problem={problems[`re${name}`]}
            onChange={({ target }) => onChange(`re${name}`, target.value)}
          />
        ))}
      {needsCode && props.changed.includes('email') && props.email !== '' && (
        <PlainField
          name="code"
          label={t('recovery.page.code')}
          hint={wasSent ? t('recovery.contact.sent', { email: props.email }) : t('recovery.contact.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          value={proof.code}
          problem={problems.code}
          tail={<SendAgain left={countdown.left} busy={busy} first={!wasSent} onSend={() => void send()} />}
          onChange={({ target }) => onChange('code', target.value)}
        />
      )}
      <PasswordField
        name="password"
        label={t('recovery.contact.password')}
        autoComplete="current-password"
        required
        value={proof.password}
        problem={problems.password}
        onChange={({ target }) => onChange('password', target.value)}
      />
    </fieldset>
  );
}
