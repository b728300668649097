import { useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { updateProfile, type profile } from '@prdm/contract/me';
import { problemOf } from '@prdm/contract/kit/problems';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT, type Translate, keyInData } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { merge } from '../../../ui/form/merge.ts';
import { useUpdateProfile } from '../profile.queries.ts';
import { PlainField } from './plain-field.tsx';

const FIELDS = [
  { name: 'name', max: LIMITS.accountMax, autoComplete: 'name' },
  { name: 'phone', max: 11, autoComplete: 'tel' },
  { name: 'email', max: 254, autoComplete: 'email' },
] as const;
type Name = (typeof FIELDS)[number]['name'];
type Values = Record<Name, string>;
type Own = z.output<typeof profile.output>;

const valuesOf = ({ name, phone, email }: Values): Values => ({ name, phone, email });

/** Form for the own name, phone and email. Three text fields need no component library. */
export function OwnForm({ own }: { own: Own }) {
  const t = useT();
  const save = useUpdateProfile();
  const { values, version, isDirty, isOvertaken, clashes, setValue, setSaved, takeLatest } = useOwnValues(own);
  const [problems, setProblems] = useState<Partial<Record<Name, string | null>>>({});
  const [refused, setRefused] = useState<{ text: string; clashed: boolean } | null>(null);
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
      await save.mutateAsync({ ...values, version });
      setSaved(values);
      toast.success(t('common.saved'));
    } catch (error) {
      const field = FIELDS.find(({ name }) => error instanceof CallError && error.field === name);
      if (!(error instanceof CallError)) showFailure(error);
      else if (field !== undefined) setProblems({ [field.name]: error.msg });
      else if (!error.told) setRefused({ text: error.msg, clashed: error.code === CODES.conflict });
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {refused !== null && (
        <p className="notice-line" role="alert">
          <span style={{ flex: 1 }}>{refused.text}</span>
          {refused.clashed && isOvertaken && (
            <button
              type="button"
              className="link-button"
              onClick={() => {
                takeLatest();
                setRefused(null);
                setProblems({});
              }}
            >
              {t('common.takeLatest')}
            </button>
          )}
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
            hint={clashes.includes(name) ? t('common.alsoChanged') : undefined}
            onChange={({ target }) => {
              setValue(name, target.value);
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

/**
 * The typed values, and the record on which they are based, as in RecordForm. An untouched form takes the changes of
 * other users at once. A touched form takes them only when the user asks for it.
 */
function useOwnValues(own: Own) {
  const [base, setBase] = useState({ values: valuesOf(own), version: own.version });
  const [values, setValues] = useState(base.values);
  const [clashes, setClashes] = useState<readonly string[]>([]);
  const isDirty = FIELDS.some(({ name }) => values[name] !== base.values[name]);
  const isOvertaken = own.version !== base.version;
  const take = (held: Values) => {
    setValues(held);
    setBase({ values: valuesOf(own), version: own.version });
  };
  if (isOvertaken && !isDirty) take(valuesOf(own));
  return {
    values,
    version: base.version,
    isDirty,
    isOvertaken,
    /** Fields that another user has changed as well. */
    clashes,
    setValue: (name: Name, value: string) => {
      setValues((typed) => ({ ...typed, [name]: value }));
      setClashes((named) => named.filter((each) => each !== name));
    },
    /** Records that `saved` is stored. The next answer brings its version. */
    setSaved: (saved: Values) => {
      setBase({ values: saved, version: base.version });
      setClashes([]);
    },
    takeLatest: () => {
      const merged = merge(base.values, values, valuesOf(own));
      take(valuesOf(merged.values as Values));
      setClashes(merged.clashes);
    },
  };
}

/** The message for an invalid value, or null. It uses the rule of the call, before the request. */
function problemIn(name: Name, value: string, t: Translate): string | null {
  const parsed = updateProfile.input.shape[name].safeParse(value.trim() === '' ? undefined : value, {
    reportInput: true,
  });
  if (parsed.success) return null;
  const { key, params } = problemOf(parsed.error);
  return t(keyInData(key), params);
}
