import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { CODES } from '@prdm/contract/codes';
import { accountProblem } from '@prdm/contract/kit/checks';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { keyInData } from '@prdm/locales/text-key';
import { PasswordField } from '../parts/password-field.tsx';
import { PlainField } from '../parts/plain-field.tsx';
import { PlainFrame } from '../parts/plain-frame.tsx';
import { againProblem, newPasswordProblem, type Problem } from '../password-rules.ts';
import { acceptInvitation, invitationOf, type InvitationInfo } from '../recovery/invite.calls.ts';
import '../recovery/recovery.css';

type Name = 'name' | 'account' | 'fresh' | 'again';
const NAMES: readonly Name[] = ['name', 'account', 'fresh', 'again'];
/** Fields of the server and those of the form. */
const FIELD_OF: Record<string, Name> = {
  name: 'name',
  account: 'account',
  password: 'fresh',
  password_encode: 'fresh',
};

type Loaded =
  | { is: 'loading' | 'dead' | 'done' }
  | { is: 'failed'; msg: string }
  | { is: 'open'; info: InvitationInfo };

/** /forget/invite?token=: a new person of a partner company makes an account and accepts the invitation. */
export default function InvitePage() {
  const t = useT();
  const [address] = useSearchParams();
  const token = address.get('token') ?? '';
  const [loaded, setLoaded] = useState<Loaded>({ is: 'loading' });
  useEffect(() => {
    let isHere = true;
    const show = (next: Loaded) => {
      if (isHere) setLoaded(next);
    };
    invitationOf(token).then(
      (info) => show({ is: 'open', info }),
      (error: unknown) => show(failureOf(error)),
    );
    return () => {
      isHere = false;
    };
  }, [token]);

  if (loaded.is === 'open') {
    const { info } = loaded;
    const lead = t('invite.lead', { ...info, project: info.project_name });
    return (
      <PlainFrame title={t('invite.title')} lead={lead}>
        {info.ends_on !== null && <p className="recovery-lead">{t('invite.endsOn', { day: info.ends_on })}</p>}
        <JoinForm
          token={token}
          info={info}
          onDone={() => setLoaded({ is: 'done' })}
          onDead={() => setLoaded({ is: 'dead' })}
        />
      </PlainFrame>
    );
  }
  if (loaded.is === 'loading')
    return (
      <PlainFrame title={t('invite.title')} lead={t('invite.loading')}>
        {null}
      </PlainFrame>
    );
  const isDone = loaded.is === 'done';
  return (
    <PlainFrame title={t(isDone ? 'invite.title' : 'invite.dead')}>
      <p role={isDone ? 'status' : 'alert'} className="recovery-done">
        {isDone ? t('invite.done') : loaded.is === 'failed' ? loaded.msg : t('invite.deadText')}
      </p>
      <a className="button button-primary button-wide button-large" href="/login">
        {t('login.backToSignIn')}
      </a>
    </PlainFrame>
  );
}

/** A text of another form than a token is a dead link too. */
function failureOf(error: unknown): Loaded {
  if (!(error instanceof CallError)) throw error;
  const isDead = error.code === CODES.linkExpired || error.code === CODES.invalid;
  return isDead ? { is: 'dead' } : { is: 'failed', msg: error.msg };
}

function JoinForm(props: { token: string; info: InvitationInfo; onDone: () => void; onDead: () => void }) {
  const t = useT();
  const { info } = props;
  const [values, setValues] = useState<Record<Name, string>>({ name: '', account: '', fresh: '', again: '' });
  const [problems, setProblems] = useState<Partial<Record<Name, string | null>>>({});
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const say = (problem: Problem | null): string | null => (problem === null ? null : t(problem.key, { n: problem.n }));
  const check = (name: Name): string | null => {
    if (name === 'name') return values.name.trim() === '' ? t('invite.nameRequired') : null;
    if (name === 'account') {
      const account = values.account.normalize('NFKC').trim();
      if (account === '') return t('invite.accountRequired');
      const problem = accountProblem(account);
      return problem === null ? null : t(keyInData(problem));
    }
    if (name === 'again') return say(againProblem(values.again, values.fresh));
    return say(newPasswordProblem(values.fresh, { min: info.password_length_min, max: info.password_length_max }));
  };
  const change = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems((before) => ({ ...before, [name]: null }));
  };
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setRefused('');
    try {
      await acceptInvitation({ token: props.token, ...values });
      props.onDone();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const name = error.field === null ? undefined : FIELD_OF[error.field];
      if (error.code === CODES.linkExpired) props.onDead();
      else if (name === undefined) setRefused(error.told ? '' : error.msg);
      else setProblems({ [name]: error.msg });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = Object.fromEntries(NAMES.map((name) => [name, check(name)]));
    setProblems(found);
    const first = NAMES.find((name) => found[name]);
    if (first === undefined) void send();
    else form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const field = (name: Name) => ({
    name,
    required: true,
    value: values[name],
    problem: problems[name],
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  });
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {refused !== '' && (
        <p className="notice-line" role="alert">
          {refused}
        </p>
      )}
      <PlainField {...field('name')} label={t('invite.name')} autoComplete="name" autoFocus maxLength={30} />
      <PlainField
        {...field('account')}
        label={t('invite.account')}
        hint={t('invite.accountHint')}
        autoComplete="username"
        maxLength={30}
      />
      <PasswordField
        {...field('fresh')}
        label={t('login.newPassword')}
        hint={t('login.newPasswordHint')}
        autoComplete="new-password"
      />
      <PasswordField {...field('again')} label={t('login.again')} autoComplete="new-password" />
      <button type="submit" className="button button-primary button-wide button-large" disabled={busy}>
        {t('invite.submit')}
      </button>
    </form>
  );
}
