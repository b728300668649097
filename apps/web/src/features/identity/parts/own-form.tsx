import { useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { LIMITS } from '@prdm/contract/limits';
import { updateProfile, type profile } from '@prdm/contract/me';
import { problemOf } from '@prdm/contract/problems';
import { CallError } from '../../../lib/call-error.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { useUpdateProfile } from '../profile.queries.ts';
import { PlainField } from './plain-field.tsx';

const FIELDS = [
  { name: 'name', max: LIMITS.accountMax, autoComplete: 'name' },
  { name: 'phone', max: 11, autoComplete: 'tel' },
  { name: 'email', max: 254, autoComplete: 'email' },
] as const;
type Name = (typeof FIELDS)[number]['name'];
type Values = Record<Name, string>;

/** What one may change of the own record. Three lines of text need no component library. */
export function OwnForm({ own }: { own: z.output<typeof profile.output> }) {
  const t = useT();
  const save = useUpdateProfile();
  const before: Values = { name: own.name, phone: own.phone, email: own.email };
  const [values, setValues] = useState(before);
  const [problems, setProblems] = useState<Partial<Record<Name, string | null>>>({});
  const [refused, setRefused] = useState<string | null>(null);
  const isDirty = FIELDS.some(({ name }) => values[name] !== before[name]);
  const check = (name: Name) => setProblems((told) => ({ ...told, [name]: problemIn(name, values[name], t) }));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = Object.fromEntries(FIELDS.map(({ name }) => [name, problemIn(name, values[name], t)]));
    setProblems(found);
    setRefused(null);
    const first = FIELDS.find(({ name }) => found[name]);
    if (first !== undefined) {
      form.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus();
      return;
    }
    try {
      await save.mutateAsync({ ...values, version: own.version });
      toast.success(t('common.saved'));
    } catch (error) {
      const field = FIELDS.find(({ name }) => error instanceof CallError && error.field === name);
      if (!(error instanceof CallError)) tellFailure(error);
      else if (field !== undefined) setProblems({ [field.name]: error.msg });
      else if (!error.told) setRefused(error.msg);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {refused !== null && (
        <p className="notice-line" role="alert">
          {refused}
        </p>
      )}
      <div className="profile-fields">
        {FIELDS.map(({ name, max, autoComplete }) => (
          <PlainField
            key={name}
            name={name}
            label={t(`organisation.field.${name}`)}
            autoComplete={autoComplete}
            maxLength={max}
            required={name === 'name'}
            value={values[name]}
            problem={problems[name]}
            onChange={({ target }) => {
              setValues((typed) => ({ ...typed, [name]: target.value }));
              setProblems((told) => ({ ...told, [name]: null }));
            }}
            onBlur={() => check(name)}
          />
        ))}
      </div>
      <button type="submit" className="button button-primary" disabled={!isDirty || save.isPending}>
        {t('common.save')}
      </button>
    </form>
  );
}

/** The call's own rule in the reader's words, asked before the server is. */
function problemIn(name: Name, value: string, t: Translate): string | null {
  const parsed = updateProfile.input.shape[name].safeParse(value.trim() === '' ? undefined : value, {
    reportInput: true,
  });
  if (parsed.success) return null;
  const { key, params } = problemOf(parsed.error);
  return t(key, params);
}
