import { Input } from 'antd';
import type { RuleRender } from 'antd/es/form';
import { LIMITS } from '@prdm/contract/limits';
import { inOrder, ORDER } from '@prdm/contract/projects/sheet';
import { translate, useT, keyInData, type TextEntry } from '../../../../lib/i18n.ts';
import { DayPicker } from '../../../../ui/form/day-picker.tsx';
import { Field } from '../../../../ui/form/record-form.tsx';
import { FigureInput } from '../../../../ui/form/figure-input.tsx';
import { Select } from '../../../../ui/controls/select.tsx';
import { typedLength } from '../../../../ui/form/typed-length.ts';

type FieldName = TextEntry<'projects.field'>;
type MeasureName = 'bim_area' | 'build_area' | 'height' | 'land_area';
type ChoiceTexts = 'secretLevel' | 'unit';

export function TextField({ name, max = LIMITS.nameMax, hint }: { name: FieldName; max?: number; hint?: string }) {
  const t = useT();
  return (
    <Field name={name} label={t(`projects.field.${name}`)} extra={hint}>
      <Input {...typedLength(max)} autoComplete="off" />
    </Field>
  );
}

export function FigureField({ name }: { name: FieldName }) {
  const t = useT();
  return (
    <Field name={name} label={t(`projects.field.${name}`)}>
      <FigureInput />
    </Field>
  );
}

/**
 * A day field. An end before the field `from` is reported at once. The schema checks the pair only if all fields are
 * valid.
 */
export function DayField({ name, from }: { name: FieldName; from?: FieldName }) {
  const t = useT();
  const order = from === undefined ? undefined : [notBefore(from)];
  return (
    <Field
      name={name}
      label={t(`projects.field.${name}`)}
      also={order}
      dependencies={from === undefined ? undefined : [from]}
    >
      <DayPicker />
    </Field>
  );
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The schema's rule for the pair (contract/projects/sheet.ts). */
const notBefore =
  (from: string): RuleRender =>
  ({ getFieldValue }) => ({
    validator: (_rule, day: unknown) => {
      const days = { construction_start: textOf(getFieldValue(from)), construction_end: textOf(day) };
      return inOrder(days) ? Promise.resolve() : Promise.reject(new Error(translate(keyInData(ORDER.error))));
    },
  });

/** Select with fixed values. `texts` is the part of the text key below `projects.`. */
export function ChoiceField(props: {
  name: FieldName;
  values: readonly TextEntry<`projects.${ChoiceTexts}`>[];
  texts: ChoiceTexts;
}) {
  const t = useT();
  const label = t(`projects.field.${props.name}`);
  return (
    <Field name={props.name} label={label}>
      <Select
        allowClear
        placeholder={t('config.picker.choose', { name: label.toLowerCase() })}
        options={props.values.map((value) => ({ value, label: t(keyInData(`projects.${props.texts}.${value}`)) }))}
      />
    </Field>
  );
}

/** A figure field with its unit beside it. */
export function MeasureField({ name, units }: { name: MeasureName; units: readonly TextEntry<'projects.unit'>[] }) {
  return (
    <div className="sheet-measure">
      <FigureField name={name} />
      <ChoiceField name={`${name}_unit`} values={units} texts="unit" />
    </div>
  );
}
