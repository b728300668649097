import { Checkbox, Input } from 'antd';
import type { ComponentType, ReactElement } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { useT, type TextKey, type Translate } from '../../lib/i18n.ts';
import { Select } from '../controls/select.tsx';
import { ColourField } from './colour-field.tsx';
import { DayPicker } from './day-picker.tsx';
import { FigureInput } from './figure-input.tsx';
import { MomentPicker } from './moment-picker.tsx';
import { Field } from './record-form.tsx';
import { typedLength } from './typed-length.ts';

/** Props of a picker. The form passes the first four, `row` is the edited record. It is null for a new one. */
export interface PickerProps<Value, Row> {
  readonly id?: string;
  readonly value?: Value;
  readonly onChange?: (value: Value) => void;
  readonly onBlur?: () => void;
  readonly row: Row | null;
}

type OnePicker<Row> = ComponentType<PickerProps<number | null, Row>>;
type ManyPicker<Row> = ComponentType<PickerProps<number[], Row>>;

type Control<Row> =
  | { readonly kind: 'text' | 'longText'; readonly max?: number }
  | { readonly kind: 'figure' | 'hours' | 'day' | 'flag' }
  /** `wholeDay`: a typed day without a time means its last minute. */
  | { readonly kind: 'moment'; readonly wholeDay?: boolean }
  | { readonly kind: 'choice'; readonly options: readonly { readonly value: string; readonly label: TextKey }[] }
  | { readonly kind: 'colour'; readonly clearable?: boolean }
  /** Features pass their picker, because `ui` imports no feature. */
  | { readonly kind: 'person' | 'department' | 'entry'; readonly picker: OnePicker<Row> }
  | { readonly kind: 'people' | 'departments'; readonly picker: ManyPicker<Row> }
  /** A control for structured data. It knows the shape of its value. */
  | { readonly kind: 'own'; readonly picker: ComponentType<PickerProps<unknown, Row>> };

/** A field of a form, as data. Rule and required mark come from the schema of the call. */
export type EntityField<Row> = Control<Row> & {
  /** The name in the call. */
  readonly name: string;
  readonly label: TextKey;
  readonly hint?: TextKey;
  /** The value of an existing record. Default: the property of the same name. */
  readonly from?: (row: Row) => unknown;
  /** The value of a new record. */
  readonly initial?: unknown;
};

/** The values of the form of a record. Null and '' become undefined, so that pickers show no choice. */
export function valuesOf<Row extends object>(
  row: Row | null,
  fields: readonly EntityField<Row>[],
): Record<string, unknown> {
  const stored = (field: EntityField<Row>): unknown => {
    if (row === null) return field.initial;
    return field.from === undefined ? (row as Record<string, unknown>)[field.name] : field.from(row);
  };
  return Object.fromEntries(
    fields.map((field) => {
      const value = stored(field);
      return [field.name, value === null || value === '' ? undefined : value];
    }),
  );
}

/** The fields of a form in their order. It stands inside a RecordForm. */
export function Fields<Row extends object>({
  fields,
  row,
}: {
  fields: readonly EntityField<Row>[];
  row: Row | null;
}): ReactElement[] {
  const t = useT();
  return fields.map((field) => (
    <Field
      key={field.name}
      name={field.name}
      label={field.kind === 'flag' ? undefined : t(field.label)}
      extra={field.hint === undefined ? undefined : t(field.hint)}
      valuePropName={field.kind === 'flag' ? 'checked' : undefined}
    >
      {control(t, field, row)}
    </Field>
  ));
}

function control<Row>(t: Translate, field: EntityField<Row>, row: Row | null): ReactElement {
  switch (field.kind) {
    case 'text':
      return <Input {...typedLength(field.max ?? LIMITS.nameMax)} autoComplete="off" />;
    case 'longText':
      return <Input.TextArea {...typedLength(field.max ?? LIMITS.textMax)} autoSize={{ minRows: 3, maxRows: 10 }} />;
    case 'figure':
      return <FigureInput />;
    case 'hours':
      return <FigureInput suffix={t('entities.hours')} />;
    case 'day':
      return <DayPicker />;
    case 'moment':
      return <MomentPicker wholeDay={field.wholeDay} />;
    case 'flag':
      return <Checkbox>{t(field.label)}</Checkbox>;
    case 'choice':
      return <Select options={field.options.map(({ value, label }) => ({ value, label: t(label) }))} />;
    case 'colour':
      return <ColourField label={t(field.label)} clearable={field.clearable} />;
    case 'people':
    case 'departments':
      return <field.picker row={row} />;
    case 'own':
      return <field.picker row={row} />;
    default:
      return <field.picker row={row} />;
  }
}
