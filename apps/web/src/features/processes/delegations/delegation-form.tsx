import { useMemo } from 'react';
import * as delegation from '@prdm/contract/processes/delegations';
import type { DelegationRow } from '@prdm/contract/processes/delegations';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Fields, valuesOf, type EntityField, type PickerProps } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { StaffPicker } from '../../organisation/index.ts';
import { useMe } from '../../../lib/session/access.ts';
import { useAddDelegation, useEditDelegation } from './delegations.queries.ts';

/** A person cannot be the own deputy. */
function DeputyPicker(props: PickerProps<number | null, DelegationRow>) {
  const me = useMe()?.id;
  const exclude = useMemo(() => (me === undefined ? [] : [me]), [me]);
  const { id, value, onChange, onBlur } = props;
  return <StaffPicker {...{ id, value, onChange, onBlur }} exclude={exclude} />;
}

const DEPUTY: EntityField<DelegationRow> = {
  kind: 'person',
  name: 'to_id',
  label: 'delegations.profile.to',
  picker: DeputyPicker,
};
const BEGIN: EntityField<DelegationRow> = {
  kind: 'moment',
  name: 'from_at',
  label: 'delegations.profile.begin',
  hint: 'delegations.profile.beginNow',
};
const REST: readonly EntityField<DelegationRow>[] = [
  { kind: 'moment', wholeDay: true, name: 'to_at', label: 'delegations.profile.end' },
  { kind: 'longText', name: 'note', label: 'delegations.profile.note', max: LIMITS.commentMax },
];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Form of a delegation. The deputy and a begin in the past cannot change. */
export default function DelegationForm({ row, onClose }: { row: DelegationRow | null; onClose: () => void }) {
  const t = useT();
  const [add, edit] = [useAddDelegation(), useEditDelegation()];
  const fields = row === null ? [DEPUTY, BEGIN, ...REST] : row.state === 'planned' ? [BEGIN, ...REST] : REST;
  return (
    <FormDialog
      title={t(row === null ? 'delegations.profile.add' : 'delegations.profile.edit')}
      schema={row === null ? delegation.add.input : delegation.edit.input}
      initial={valuesOf(row, fields)}
      version={row?.version}
      onClose={onClose}
      onDone={() => toast.success(t('delegations.profile.added'))}
      onSubmit={({ to_id, from_at, to_at, note }, version) => {
        const given = { from_at: textOf(from_at), note: typeof note === 'string' ? note : '' };
        return row === null
          ? add.mutateAsync({ ...given, to_id: Number(to_id), to_at: String(to_at) })
          : edit.mutateAsync({ ...given, id: row.id, version: version ?? row.version, to_at: textOf(to_at) });
      }}
    >
      <Fields fields={fields} row={row} />
    </FormDialog>
  );
}
