import type { ReactNode } from 'react';
import { Select } from '../controls/select.tsx';

/** What a form's field gives a picker, and what a page may ask of it. */
export interface RecordPickerField {
  readonly value?: number | null;
  readonly onChange?: (id: number | null) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly id?: string;
  /** A form checks its field when it is left. */
  readonly onBlur?: () => void;
  readonly 'aria-label'?: string;
}

/** Chooses one record of a list that is known as a whole; fits into a form's field. */
export function RecordPicker<Option extends { readonly value: number; readonly label: string }>(
  props: RecordPickerField & {
    /** Its name where no label stands beside it. */
    readonly label: string;
    readonly none: string;
    /** Undefined until told: a number alone must not stand there. */
    readonly options: readonly Option[] | undefined;
    readonly isFetching: boolean;
    /** The property that is searched. */
    readonly searched: keyof Option & string;
    readonly optionRender: (option: { label?: ReactNode; data: Option }) => ReactNode;
  },
) {
  const { options } = props;
  return (
    <Select<number | null, Option>
      id={props.id}
      // In a form's field the label names it.
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
