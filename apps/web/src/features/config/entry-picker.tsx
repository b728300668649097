import type { DictionaryEntries } from '@prdm/contract/config';
import { useT } from '../../lib/i18n.ts';
import { Select } from '../../ui/controls/select.tsx';
import { optionsOf, type DictionaryKind } from './config.logic.ts';
import { useProfessions, useProjectTypes, useStages } from './config.queries.ts';

interface Common {
  readonly id?: string;
  /** A form checks its field when it is left. */
  readonly onBlur?: () => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** Only these entries may be chosen (the professions of a project); all when absent. */
  readonly only?: readonly number[];
  readonly 'aria-label'?: string;
}

/** Fits into a form's field; `null` says that nothing is chosen. */
export type EntryPickerProps =
  | (Common & { multiple: true; value?: readonly number[]; onChange?: (ids: number[]) => void })
  | (Common & { multiple?: false; value?: number | null; onChange?: (id: number | null) => void });

interface Source {
  readonly data: DictionaryEntries | undefined;
  readonly isFetching: boolean;
}

function EntrySelect({ source, kind, ...props }: EntryPickerProps & { source: Source; kind: DictionaryKind }) {
  const t = useT();
  const label = t(`config.kind.${kind}`);
  const { only } = props;
  const all = optionsOf(kind, source.data?.list);
  const options = only === undefined ? all : all.filter(({ value }) => only.includes(value));
  const change = (value: number | number[] | null | undefined) => {
    if (props.multiple === true) props.onChange?.(Array.isArray(value) ? value : []);
    else props.onChange?.(typeof value === 'number' ? value : null);
  };
  return (
    <Select<number | number[] | null>
      id={props.id}
      // In a form's field the label names it.
      aria-label={props['aria-label'] ?? (props.id === undefined ? label : undefined)}
      mode={props.multiple === true ? 'multiple' : undefined}
      // Until the names are known an id would stand there as a bare number.
      value={source.data === undefined ? undefined : ((props.value ?? undefined) as number | number[] | undefined)}
      onChange={change}
      onBlur={props.onBlur}
      options={options}
      loading={source.data === undefined && source.isFetching}
      disabled={props.disabled}
      placeholder={props.placeholder ?? t('config.picker.choose', { name: label.toLowerCase() })}
      notFoundContent={t('config.picker.none')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  );
}

/** Project stages. */
export function StagePicker(props: EntryPickerProps) {
  return <EntrySelect {...props} source={useStages()} kind="stage" />;
}

export function ProfessionPicker(props: EntryPickerProps) {
  return <EntrySelect {...props} source={useProfessions()} kind="profession" />;
}

export function ProjectTypePicker(props: EntryPickerProps) {
  return <EntrySelect {...props} source={useProjectTypes()} kind="project_type" />;
}
