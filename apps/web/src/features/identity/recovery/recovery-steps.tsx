import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { CODES } from '@prdm/contract/codes';
import { isEmail } from '@prdm/contract/kit/checks';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/session.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { PlainField } from '../parts/plain-field.tsx';
import { againProblem, newPasswordProblem, type Problem } from '../password-rules.ts';
import { checkCode, requestCode, setPassword } from './recovery.calls.ts';
import { retryAfter } from './retry-after.ts';
import { SendAgain } from './send-again.tsx';
import { useCountdown } from './use-countdown.ts';
import './recovery.css';

const STEPS = ['email', 'code', 'password', 'done'] as const;
type Step = (typeof STEPS)[number];
type Name = 'email' | 'code' | 'account' | 'fresh' | 'again';
type Problems = Partial<Record<Name, string | null>>;

/** Field names of the server, the field of the form and its step. */
const FIELD_OF: Record<string, readonly [Name, Step]> = {
  email: ['email', 'email'],
  code: ['code', 'code'],
  account: ['account', 'code'],
  password: ['fresh', 'password'],
  password_encode: ['fresh', 'password'],
  repassword: ['again', 'password'],
};

/** Recovers a password: e-mail, code, new password. Every step keeps its values when another one shows a problem. */
export function RecoverySteps() {
  const t = useT();
  const bounds = useSession(({ settings }) => settings);
  const [step, setStep] = useState<Step>('email');
  const [values, setValues] = useState({ email: '', code: '', account: '', fresh: '', again: '' });
  const [accounts, setAccounts] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const countdown = useCountdown();
  const form = useRef<HTMLFormElement>(null);

  const say = (problem: Problem | null): string | null => (problem === null ? null : t(problem.key, { n: problem.n }));
  const email = values.email.trim();
  const check = (name: Name): string | null => {
    if (name === 'email') {
      if (email === '') return t('recovery.page.emailRequired');
      return isEmail(email) ? null : t('validation.email');
    }
    if (name === 'code') return values.code.trim() === '' ? t('recovery.page.codeRequired') : null;
    if (name === 'account')
      return accounts.length > 1 && values.account === '' ? t('recovery.page.accountRequired') : null;
    if (name === 'again') return say(againProblem(values.again, values.fresh));
    const limits = bounds && { min: bounds.password_length_min, max: bounds.password_length_max };
    return say(newPasswordProblem(values.fresh, limits));
  };
  const change = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems((before) => ({ ...before, [name]: null }));
  };
  const go = (to: Step) => {
    setStep(to);
    setRefused('');
  };

  /** Runs one call of a step. A refusal shows at its field, on the step of that field. */
  const act = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setRefused('');
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const place = error.field === null ? undefined : FIELD_OF[error.field];
      const seconds = error.code === CODES.tooManyTries ? retryAfter(error) : 0;
      const pauses = seconds > 0 && seconds <= 60;
      if (pauses) countdown.start(seconds);
      // The last code for this e-mail is younger than the pause. A reader who reloaded the page types it.
      if (pauses && step === 'email') go('code');
      else if (place === undefined) setRefused(error.told ? '' : error.msg);
      else {
        // The resend button is on the step of the code, and its refusal belongs there too.
        const [name, at] = place;
        const shown: Name = name === 'email' && step === 'code' ? 'code' : name;
        setStep(shown === name ? at : step);
        setProblems({ [shown]: error.msg });
      }
    } finally {
      setBusy(false);
    }
  };
  const send = () =>
    act(async () => {
      const { resend_after: seconds } = await requestCode(email);
      countdown.start(seconds);
      setAccounts([]);
      setValues((before) => ({ ...before, code: '', account: '' }));
      setProblems({});
      go('code');
    });
  const verify = () =>
    act(async () => {
      const found = await checkCode(email, values.code);
      setAccounts(found);
      if (found.length > 1 && !found.includes(values.account)) {
        setValues((before) => ({ ...before, account: '' }));
        // The first answer shows the choice. Only a choice that is still open is a problem.
        setProblems(accounts.length > 1 ? { account: t('recovery.page.accountRequired') } : {});
        return;
      }
      go('password');
    });
  const store = () =>
    act(async () => {
      await setPassword({ ...values, email, code: values.code, account: accounts.length > 1 ? values.account : '' });
      go('done');
    });

  const NAMES: Record<Step, readonly Name[]> = {
    email: ['email'],
    code: ['code', 'account'],
    password: ['fresh', 'again'],
    done: [],
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: Problems = Object.fromEntries(NAMES[step].map((name) => [name, check(name)]));
    setProblems(found);
    const first = NAMES[step].find((name) => found[name]);
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else void { email: send, code: verify, password: store, done: () => undefined }[step]();
  };

  if (step === 'done')
    return (
      <>
        <p role="status" className="recovery-done">
          {t('recovery.page.done')}
        </p>
        <a className="button button-primary button-wide button-large" href="/login">
          {t('login.backToSignIn')}
        </a>
      </>
    );
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Progress step={step} />
      {refused !== '' && (
        <p className="notice-line" role="alert">
          {refused}
        </p>
      )}
      {step === 'email' && (
        <PlainField
          name="email"
          type="email"
          label={t('recovery.page.email')}
          hint={t('recovery.page.emailHint')}
          autoComplete="email"
          autoFocus
          required
          maxLength={254}
          value={values.email}
          problem={problems.email}
          onChange={({ target }) => change('email', target.value)}
        />
      )}
      {step === 'code' && (
        <>
          <p className="recovery-lead">{t('recovery.page.sent', { email })}</p>
          <PlainField
            name="code"
            label={t('recovery.page.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
            maxLength={20}
            value={values.code}
            problem={problems.code}
            tail={<SendAgain left={countdown.left} busy={busy} onSend={() => void send()} />}
            onChange={({ target }) => change('code', target.value)}
          />
          {accounts.length > 1 && (
            <Accounts
              accounts={accounts}
              chosen={values.account}
              problem={problems.account}
              onChoose={(account) => change('account', account)}
            />
          )}
        </>
      )}
      {step === 'password' && (
        <>
          {values.account !== '' && (
            <p className="recovery-lead">{t('recovery.page.forAccount', { account: values.account })}</p>
          )}
          <PasswordField
            name="fresh"
            label={t('login.newPassword')}
            hint={t('login.newPasswordHint')}
            autoComplete="new-password"
            autoFocus
            required
            value={values.fresh}
            problem={problems.fresh}
            onChange={({ target }) => change('fresh', target.value)}
          />
          <PasswordField
            name="again"
            label={t('login.again')}
            autoComplete="new-password"
            required
            value={values.again}
            problem={problems.again}
            onChange={({ target }) => change('again', target.value)}
          />
        </>
      )}
      <button type="submit" className="button button-primary button-wide button-large" disabled={busy}>
        {t(`recovery.page.next.${step}`)}
      </button>
      <Foot>
        {step === 'email' ? (
          <a href="/login">{t('login.backToSignIn')}</a>
        ) : (
          <button type="button" className="link-button" onClick={() => go('email')}>
            {t('recovery.page.otherEmail')}
          </button>
        )}
      </Foot>
    </form>
  );
}

const Foot = ({ children }: { children: ReactNode }) => <p className="login-foot">{children}</p>;

function Progress({ step }: { step: Step }) {
  const t = useT();
  const at = STEPS.indexOf(step);
  return (
    <ol className="recovery-progress" aria-label={t('recovery.page.steps')}>
      {(['email', 'code', 'password'] as const).map((each, n) => (
        <li key={each} aria-current={each === step ? 'step' : undefined} data-done={n < at}>
          {t(`recovery.page.step.${each}`)}
        </li>
      ))}
    </ol>
  );
}

function Accounts(props: {
  accounts: readonly string[];
  chosen: string;
  problem: string | null | undefined;
  onChoose: (account: string) => void;
}) {
  const t = useT();
  return (
    <fieldset className="recovery-accounts">
      <legend>{t('recovery.page.account')}</legend>
      {props.accounts.map((account) => (
        <label key={account} className="check">
          <input
            type="radio"
            name="account"
            value={account}
            checked={props.chosen === account}
            onChange={() => props.onChoose(account)}
          />
          {account}
        </label>
      ))}
      {props.problem && (
        <p className="field-problem" role="alert">
          {props.problem}
        </p>
      )}
    </fieldset>
  );
}
