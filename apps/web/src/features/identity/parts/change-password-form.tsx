import { useState, type FormEvent } from 'react';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { changeOwnPassword } from '../../../lib/session/sign-in.ts';
import {
  againProblem,
  newPasswordProblem,
  oldPasswordProblem,
  type PasswordBounds,
  type Problem,
} from '../password-rules.ts';
import { PasswordField } from './password-field.tsx';

type Name = 'old' | 'fresh' | 'again';
type Problems = Partial<Record<Name, string | null>>;

/** Field names of the server and their fields in this form. */
const FIELD_OF: Record<string, Name> = {
  oldpassword: 'old',
  password: 'fresh',
  password_encode: 'fresh',
  repassword: 'again',
};
const NAMES: readonly Name[] = ['old', 'fresh', 'again'];

/**
 * Old password, new password and confirmation. Each field is checked on blur and before sending. `onDone` gets the new
 * password.
 */
export function ChangePasswordForm(props: {
  bounds: PasswordBounds | null;
  submitLabel: string;
  onDone: (fresh: string) => void;
  onCancel?: () => void;
  onRefused?: (msg: string) => void;
}) {
  const t = useT();
  const [values, setValues] = useState({ old: '', fresh: '', again: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  const say = (problem: Problem | null): string | null => (problem === null ? null : t(problem.key, { n: problem.n }));
  const check = (name: Name): string | null => {
    if (name === 'old') return say(oldPasswordProblem(values.old));
    if (name === 'fresh') return say(newPasswordProblem(values.fresh, props.bounds));
    return say(againProblem(values.again, values.fresh));
  };
  const leave = (name: Name) => setProblems((before) => ({ ...before, [name]: check(name) }));

  const change = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems((before) => ({
      ...before,
      [name]: null,
      // A new password can make the confirmation valid or invalid.
      ...(name === 'fresh' && values.again !== '' ? { again: say(againProblem(values.again, value)) } : {}),
    }));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found: Problems = Object.fromEntries(NAMES.map((name) => [name, check(name)]));
    setProblems(found);
    const first = NAMES.find((name) => found[name]);
    if (first !== undefined) {
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await changeOwnPassword(values);
      props.onDone(values.fresh);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const name = error.field === null ? undefined : FIELD_OF[error.field];
      if (name === undefined) props.onRefused?.(error.msg);
      else setProblems({ [name]: error.msg });
      setBusy(false);
    }
  };

  const field = (name: Name, label: string, autoComplete: string, hint?: string) => (
    <PasswordField
      name={name}
      label={label}
      hint={hint}
      autoComplete={autoComplete}
      required
      value={values[name]}
      problem={problems[name]}
      onChange={(event) => change(name, event.target.value)}
      onBlur={() => leave(name)}
    />
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {field('old', t('login.oldPassword'), 'current-password')}
      {field('fresh', t('login.newPassword'), 'new-password', t('login.newPasswordHint'))}
      {field('again', t('login.again'), 'new-password')}
      <div className="form-actions">
        {props.onCancel && (
          <button type="button" className="button" onClick={props.onCancel}>
            {t('login.cancel')}
          </button>
        )}
        <button type="submit" className="button button-primary" disabled={busy}>
          {props.submitLabel}
        </button>
      </div>
    </form>
  );
}
