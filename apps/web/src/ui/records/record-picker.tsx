import type { ReactNode } from 'react';
import { Select } from '../controls/select.tsx';

/** Props that a form field passes to a picker, and those that a page may set. */
export interface RecordPickerField {
  readonly value?: number | null;
  readonly onChange?: (id: number | null) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly id?: string;
  /** A form validates its field on blur. */
  readonly onBlur?: () => void;
  readonly 'aria-label'?: string;
}

/** Chooses one record from a completely loaded list. It works as a form field. */
export function RecordPicker<Option extends { readonly value: number; readonly label: string }>(
  props: RecordPickerField & {
    /** Accessible name outside a form field, and the default placeholder. */
    readonly label: string;
    readonly none: string;
    /** Undefined while loading: the field stays blank instead of showing a bare id. */
    readonly options: readonly Option[] | undefined;
    readonly isFetching: boolean;
    /** The property of an option that the search reads. */
    readonly searched: keyof Option & string;
    readonly optionRender: (option: { label?: ReactNode; data: Option }) => ReactNode;
  },
) {
  const { options } = props;
  return (
    <Select<number | null, Option>
      id={props.id}
      // In a form field, the label of the field is the accessible name.
      aria-label={props['aria-label'] ?? (props.id === undefined ? props.label : undefined)}
      value={options === undefined ? undefined : (props.value ?? undefined)}
      onChange={(value) => props.onChange?.(value ?? null)}
      onBlur={props.onBlur}
      options={options === undefined ? [] : [...options]}
      loading={options === undefined && props.isFetching}
      disabled={props.disabled}
      allowClear
      placeholder={props.placeholder ?? props.label}
      notFoundContent={props.none}
      showSearch={{ optionFilterProp: props.searched }}
      optionRender={props.optionRender}
      style={{ width: '100%' }}
    />
  );
}
