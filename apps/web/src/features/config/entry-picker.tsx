import { useT } from '../../lib/i18n.ts';
import { Select } from '../../ui/controls/select.tsx';
import { optionsOf, type DictionaryKind, type Entry } from './config.logic.ts';
import { useProfessions, useProjectTypes, useStages } from './config.queries.ts';

interface Common {
  readonly id?: string;
  /** The form validates the field on blur. */
  readonly onBlur?: () => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /**
   * Ids of the entries that can be chosen, e.g. the professions of a project. Without it, every entry can be chosen.
   */
  readonly only?: readonly number[];
  readonly 'aria-label'?: string;
}

/** Props of a form field. `null` means that nothing is chosen. */
export type EntryPickerProps =
  | (Common & { multiple: true; value?: readonly number[]; onChange?: (ids: number[]) => void })
  | (Common & { multiple?: false; value?: number | null; onChange?: (id: number | null) => void });

interface Source {
  readonly data: { readonly list: readonly Entry[] } | undefined;
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
      // A field with an id has a label element, so it needs no aria-label.
      aria-label={props['aria-label'] ?? (props.id === undefined ? label : undefined)}
      mode={props.multiple === true ? 'multiple' : undefined}
      // Before the names load, the select would show the bare id.
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

export function StagePicker(props: EntryPickerProps) {
  return <EntrySelect {...props} source={useStages()} kind="stage" />;
}

export function ProfessionPicker(props: EntryPickerProps) {
  return <EntrySelect {...props} source={useProfessions()} kind="profession" />;
}

export function ProjectTypePicker(props: EntryPickerProps) {
  return <EntrySelect {...props} source={useProjectTypes()} kind="project_type" />;
}
