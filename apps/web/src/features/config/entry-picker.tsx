import { standardName, useT, type StandardKind } from '../../lib/i18n.ts';
import { Select } from '../../ui/controls/select.tsx';
import { optionsOf, type Entry } from './config.logic.ts';
import { useDictionary, useProfessions, useProjectTypes, useStages, type SheetDictionary } from './config.queries.ts';

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
  /** The stored entries of the record. A disabled one stays chosen and shows its name. */
  readonly known?: readonly { readonly id: number; readonly name: string }[];
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

function EntrySelect({
  source,
  kind,
  label,
  ...props
}: EntryPickerProps & { source: Source; kind: StandardKind; label: string }) {
  const t = useT();
  const { only, known = [] } = props;
  const listed = optionsOf(kind, source.data?.list);
  const disabled = known
    .filter(({ id }) => !listed.some(({ value }) => value === id))
    .map(({ id, name }) => ({ value: id, label: t('entities.isDisabled', { name: standardName(kind, name) }) }));
  const all = [...listed, ...disabled];
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
  const t = useT();
  return <EntrySelect {...props} source={useStages()} kind="stage" label={t('config.kind.stage')} />;
}

export function ProfessionPicker(props: EntryPickerProps) {
  const t = useT();
  return <EntrySelect {...props} source={useProfessions()} kind="profession" label={t('config.kind.profession')} />;
}

export function ProjectTypePicker(props: EntryPickerProps) {
  const t = useT();
  return (
    <EntrySelect {...props} source={useProjectTypes()} kind="project_type" label={t('config.kind.project_type')} />
  );
}

/** Chooses entries of one of the dictionaries of a project sheet. */
export function DictionaryPicker({ kind, ...props }: EntryPickerProps & { kind: SheetDictionary }) {
  const t = useT();
  return <EntrySelect {...props} source={useDictionary(kind)} kind={kind} label={t(`entities.one.${kind}`)} />;
}
