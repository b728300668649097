import { LIMITS } from '@prdm/contract/limits';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { PasswordField } from './password-field.tsx';
import { PlainField } from './plain-field.tsx';

export interface Credentials {
  readonly account: string;
  readonly password: string;
}
export type CredentialProblems = { readonly [field in keyof Credentials]?: string };

/** The problems of the two fields before they are sent. The server judges the account itself. */
export function credentialProblems(t: Translate, { account, password }: Credentials): CredentialProblems {
  const length = [...account.trim()].length;
  const bounds = { min: LIMITS.accountMin, max: LIMITS.accountMax };
  const isOutside = length < bounds.min || length > bounds.max;
  return {
    account: length === 0 ? t('login.accountRequired') : isOutside ? t('login.accountLength', bounds) : undefined,
    password: password === '' ? t('login.passwordRequired') : undefined,
  };
}

export const focusField = (form: HTMLFormElement | null, name: keyof Credentials): void =>
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

/** Moves the focus to the first field with a problem. Returns false when there is none. */
export function focusProblem(form: HTMLFormElement | null, { account, password }: CredentialProblems): boolean {
  const first = account ? 'account' : password ? 'password' : null;
  if (first !== null) focusField(form, first);
  return first !== null;
}

/** The fields of an account and its password, of every form before sign-in that asks for both. */
export function CredentialFields(props: {
  value: Credentials;
  problems: CredentialProblems;
  onChange: (value: Credentials) => void;
}) {
  const t = useT();
  const { value, problems, onChange } = props;
  return (
    <>
      <PlainField
        name="account"
        label={t('login.account')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        required
        maxLength={LIMITS.accountMax}
        value={value.account}
        problem={problems.account}
        onChange={(event) => onChange({ ...value, account: event.target.value })}
      />
      <PasswordField
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        required
        value={value.password}
        problem={problems.password}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
      />
    </>
  );
}
