import { Input } from 'antd';
import { useState } from 'react';
import { encryptTransfer } from '@prdm/contract/kit/cipher';
import { LIMITS } from '@prdm/contract/limits';
import { userAdd } from '@prdm/contract/organisation';
import { call, type InputOf } from '../../../lib/api/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { publicCalls } from '../../../lib/session/public-calls.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { personInput } from '../organisation.logic.ts';
import { useAddPerson } from '../organisation.queries.ts';
import { PersonFields, RolesField } from './person-fields.tsx';

export interface MadeAccount {
  readonly name: string;
  readonly account: string;
  readonly password: string;
  /** The password replaces an earlier one. */
  readonly isReset?: boolean;
}

/**
 * Dialog that adds a person with an account. `onMade` gets a password that the server generated. The server returns it
 * only once.
 */
export function AddPersonDialog(props: {
  departmentId: number | null;
  onMade: (made: MadeAccount) => void;
  onClose: () => void;
}) {
  const t = useT();
  const add = useAddPerson();
  const [typed, setTyped] = useState(false);
  const send = async (values: Record<string, unknown>) => {
    const input = personInput(values);
    const secret = typed && typeof values.password === 'string' ? await encrypted(values.password) : {};
    const { password } = await add.mutateAsync({ ...input, ...secret } as InputOf<typeof userAdd>);
    if (password !== null) props.onMade({ name: String(input.name), account: String(input.account), password });
  };
  return (
    <FormDialog
      title={t('organisation.staff.add')}
      schema={userAdd.input}
      initial={{ department_id: props.departmentId ?? undefined }}
      submitLabel={t('organisation.staff.addVerb')}
      width={640}
      onSubmit={send}
      onClose={props.onClose}
    >
      <div className="person-grid">
        <PersonFields
          second={
            <Field name="account" label={t('organisation.field.account')}>
              <Input maxLength={LIMITS.accountMax} autoComplete="off" />
            </Field>
          }
        />
        <RolesField />
        <div className="person-wide">
          <label className="check">
            <input type="checkbox" checked={typed} onChange={(event) => setTyped(event.target.checked)} />
            {t('organisation.staff.typePassword')}
          </label>
          {!typed && <p className="field-hint">{t('organisation.staff.madePasswordHint')}</p>}
        </div>
        {typed && (
          <Field
            name="password"
            label={t('organisation.field.password')}
            // The call accepts a person without a password. The field is required here, because the user chose to type
            // one.
            rules={[{ required: true, message: t('validation.required') }]}
            required
            extra={t('organisation.staff.passwordHint')}
          >
            <Input.Password autoComplete="new-password" maxLength={LIMITS.passwordPolicyMax} />
          </Field>
        )}
      </div>
    </FormDialog>
  );
}

/** Encrypts the password with the server's one-time key, so that it never leaves this page as plain text. */
async function encrypted(password: string): Promise<{ password: string; kid: string }> {
  const { key, iv, kid } = await call(publicCalls.getKeyIv, {});
  return { password: encryptTransfer(password, key, iv), kid };
}
