import type { ComponentType, ReactNode } from 'react';
import { useApiQuery } from '../../lib/api/queries.ts';
import { standardName, useT, type StandardKind } from '../../lib/i18n.ts';
import { RecordPicker } from '../records/record-picker.tsx';
import type { PickerProps } from '../form/fields.tsx';
import type { PageAnswer } from '../table/table-types.ts';
import type { EntityCalls, EntityRow, Noun } from './crud-types.ts';

interface Option {
  readonly value: number;
  readonly label: string;
}

const labelOf = ({ label }: { label?: ReactNode }): ReactNode => label;

/**
 * Returns a form field that chooses an enabled entry of an entity. `known` is the stored entry of the record: when it is
 * disabled it stays chosen and shows its name.
 */
export function entityPicker<Row>(config: {
  calls: EntityCalls;
  noun: Noun;
  standard?: StandardKind;
  known?: (row: Row) => { readonly id: number | null; readonly name: string };
}): ComponentType<PickerProps<number | null, Row>> {
  const { calls, noun, standard } = config;
  const nameOf = (name: string): string => (standard === undefined ? name : standardName(standard, name));
  return function EntityPicker({ row, ...field }) {
    const t = useT();
    const query = useApiQuery(calls.index, { ispage: 'not' });
    const list = (query.data as PageAnswer<EntityRow> | undefined)?.list;
    const known = row === null ? undefined : config.known?.(row);
    const options = list?.map(({ id, name }): Option => ({ value: id, label: nameOf(name) }));
    if (options !== undefined && known !== undefined && known.id !== null)
      if (!options.some(({ value }) => value === known.id))
        options.push({ value: known.id, label: t('entities.isDisabled', { name: nameOf(known.name) }) });
    return (
      <RecordPicker<Option>
        {...field}
        label={t('entities.choose', { noun: t(`entities.one.${noun}`) })}
        none={t('entities.noChoice')}
        options={options}
        isFetching={query.isFetching}
        searched="label"
        optionRender={labelOf}
      />
    );
  };
}
