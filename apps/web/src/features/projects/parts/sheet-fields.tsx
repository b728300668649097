import { Input, Select } from 'antd';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../../lib/i18n.ts';
import { DayPicker } from '../../../ui/form/day-picker.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';

/** A line of text. */
export function TextField({ name, max = LIMITS.nameMax, hint }: { name: string; max?: number; hint?: string }) {
  const t = useT();
  return (
    <Field name={name} label={t(`projects.field.${name}`)} extra={hint}>
      <Input {...typedLength(max)} autoComplete="off" />
    </Field>
  );
}

/** A figure as it is written: text, so that "12a" stays where it can be corrected. */
export function FigureField({ name }: { name: string }) {
  const t = useT();
  return (
    <Field name={name} label={t(`projects.field.${name}`)}>
      <Input inputMode="decimal" autoComplete="off" className="tabular" />
    </Field>
  );
}

export function DayField({ name }: { name: string }) {
  const t = useT();
  return (
    <Field name={name} label={t(`projects.field.${name}`)}>
      <DayPicker />
    </Field>
  );
}

/** One of a few fixed values; `texts` names the texts' place. */
export function ChoiceField(props: { name: string; values: readonly string[]; texts: string }) {
  const t = useT();
  const label = t(`projects.field.${props.name}`);
  return (
    <Field name={props.name} label={label}>
      <Select
        allowClear
        placeholder={t('config.picker.choose', { name: label.toLowerCase() })}
        options={props.values.map((value) => ({ value, label: t(`projects.${props.texts}.${value}`) }))}
      />
    </Field>
  );
}

/** A figure with its unit beside it. */
export function MeasureField({ name, units }: { name: string; units: readonly string[] }) {
  return (
    <div className="sheet-measure">
      <FigureField name={name} />
      <ChoiceField name={`${name}_unit`} values={units} texts="unit" />
    </div>
  );
}
