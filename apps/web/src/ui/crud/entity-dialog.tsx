import { useApiMutation } from '../../lib/api/queries.ts';
import { useT } from '../../lib/i18n.ts';
import { Fields, valuesOf, type EntityField } from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import type { EntityForm } from './crud-types.ts';

/** Values of the form for a call. A field without a value is left out. */
const inputOf = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

/**
 * The form of a record, new (`row` null) or existing. `row` is the newest one: after a refusal with 1009 the form offers
 * to load it. Mount it when it opens.
 */
export function EntityDialog<Row extends { readonly id: number; readonly name: string; readonly version: number }>({
  form,
  row,
  initial,
  onClose,
}: {
  form: EntityForm<Row>;
  row: Row | null;
  /** Values of a new record, for example the filter of the list. */
  initial?: Readonly<Record<string, unknown>>;
  onClose: () => void;
}) {
  const t = useT();
  const { calls, refresh = [], nameLabel = 'entities.name' } = form;
  const add = useApiMutation(calls.add, { refresh, inForm: true });
  const edit = useApiMutation(calls.edit, { refresh, inForm: true });
  const fields: readonly EntityField<Row>[] = [
    { kind: 'text', name: 'name', label: nameLabel },
    ...(form.fields ?? []),
  ];
  const send = (values: Record<string, unknown>, version: number | undefined): Promise<unknown> =>
    row === null ? add.mutateAsync(inputOf(values)) : edit.mutateAsync({ ...inputOf(values), id: row.id, version });
  const noun = t(`entities.one.${form.noun}`);
  return (
    <FormDialog
      title={row === null ? t('entities.add', { noun }) : t('entities.editNamed', { name: row.name })}
      schema={row === null ? calls.add.input : calls.edit.input}
      initial={{ ...valuesOf(row, fields), ...(row === null ? initial : {}) }}
      version={row?.version}
      submitLabel={row === null ? t('entities.addVerb') : t('common.save')}
      width={form.width}
      onSubmit={send}
      onClose={onClose}
    >
      <Fields fields={fields} row={row} />
    </FormDialog>
  );
}
