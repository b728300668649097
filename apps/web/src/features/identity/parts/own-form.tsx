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
import { publicCalls } from '../../../lib/session/public-calls.ts';
import { sealed } from '../../../lib/session/sign-in.ts';
import { call } from '../../../lib/api/call.ts';
import { ContactProof, NO_PROOF, useNeedsCode, type Proof, type ProofProblems } from '../recovery/contact-proof.tsx';
import { PlainField } from './plain-field.tsx';

const FIELDS = [
  { name: 'name', max: LIMITS.accountMax, autoComplete: 'name' },
  { name: 'phone', max: 11, autoComplete: 'tel' },
  { name: 'email', max: 254, autoComplete: 'email' },
] as const;
type Name = (typeof FIELDS)[number]['name'];
type Values = Record<Name, string>;
type Own = z.output<typeof profile.output>;

const PROOF_NAMES = ['rephone', 'reemail', 'code', 'password'] as const;

/** The proof as the call takes it: the password encrypted under the key of one transfer. */
async function proofToSend({ password, ...rest }: Proof) {
  const transfer = await call(publicCalls.getKeyIv, {});
  return { ...rest, password: sealed(password, transfer), kid: transfer.kid };
}

/** The own contact data is never hidden from its owner. */
const valuesOf = ({ name, phone, email }: Pick<Own, Name>): Values => ({
  name,
  phone: phone ?? '',
  email: email ?? '',
});

/** Form for the own name, phone and email. Three text fields need no component library. */
export function OwnForm({ own }: { own: Own }) {
  const t = useT();
  const save = useUpdateProfile();
  const { values, base, version, isDirty, isOvertaken, clashes, setValue, setSaved, takeLatest } = useOwnValues(own);
  const needsCode = useNeedsCode();
  const [proof, setProof] = useState(NO_PROOF);
  const [unproved, setUnproved] = useState<ProofProblems>({});
  const changed = (['phone', 'email'] as const).filter((name) => values[name].trim() !== base[name]);
  const proofProblems = (): ProofProblems => {
    if (changed.length === 0) return {};
    const again = (name: 'phone' | 'email') =>
      changed.includes(name) && values[name].trim() !== proof[`re${name}`].trim() ? t('identity.inconsistent') : null;
    const isNew = changed.includes('email') && values.email.trim() !== '';
    return {
      rephone: values.phone === '' ? null : again('phone'),
      reemail: values.email === '' ? null : again('email'),
      code: needsCode && isNew && proof.code.trim() === '' ? t('recovery.page.codeRequired') : null,
      password: proof.password === '' ? t('recovery.passwordNeeded') : null,
    };
  };
  const [problems, setProblems] = useState<Partial<Record<Name, string | null>>>({});
  const [refused, setRefused] = useState<{ text: string; clashed: boolean } | null>(null);
  const check = (name: Name) => setProblems((told) => ({ ...told, [name]: problemIn(name, values[name], t) }));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = Object.fromEntries(FIELDS.map(({ name }) => [name, problemIn(name, values[name], t)]));
    setProblems(found);
    setRefused(null);
    const missing = proofProblems();
    setUnproved(missing);
    const first = FIELDS.find(({ name }) => found[name])?.name ?? PROOF_NAMES.find((name) => missing[name]);
    if (first !== undefined) {
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    try {
      await save.mutateAsync({ ...values, version, ...(changed.length === 0 ? {} : await proofToSend(proof)) });
      setSaved(values);
      setProof(NO_PROOF);
      toast.success(t('common.saved'));
    } catch (error) {
      const proofField = PROOF_NAMES.find((name) => error instanceof CallError && error.field === name);
      const field = FIELDS.find(({ name }) => error instanceof CallError && error.field === name);
      if (!(error instanceof CallError)) showFailure(error);
      else if (proofField !== undefined) setUnproved({ [proofField]: error.msg });
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
      {changed.length > 0 && (
        <ContactProof
          email={values.email.trim()}
          changed={changed}
          values={values}
          proof={proof}
          problems={unproved}
          onChange={(name, value) => {
            setProof((before) => ({ ...before, [name]: value }));
            setUnproved((told) => ({ ...told, [name]: null }));
          }}
          onProblem={(name, problem) => setUnproved((told) => ({ ...told, [name]: problem }))}
        />
      )}
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
    base: base.values,
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
