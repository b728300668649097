import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { standardName, useT } from '../../../lib/i18n.ts';
import { DayPicker } from '../../../ui/form/day-picker.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { ProfessionPicker } from '../../config/index.ts';
import { usePositions, useRoles } from '../organisation.queries.ts';
import { DepartmentPicker } from './department-picker.tsx';

/** What the firm knows of a person: the same fields for a new one and for one who is there. `second` stands beside the name. */
export function PersonFields({ second }: { second?: ReactNode }) {
  const t = useT();
  return (
    <>
      <Line name="name" max={LIMITS.accountMax} />
      {second}
      <Field name="department_id" label={t('organisation.department')}>
        <DepartmentPicker />
      </Field>
      <Field name="position_id" label={t('organisation.field.position_id')}>
        <PositionSelect />
      </Field>
      <Line name="phone" max={11} />
      <Line name="email" max={254} />
      <Field name="profession_id" label={t('config.kind.profession')}>
        <ProfessionPicker />
      </Field>
      <Field name="sex" label={t('organisation.field.sex')}>
        <SexSelect />
      </Field>
      <Line name="employee_no" max={50} />
      <Field name="entry_date" label={t('organisation.field.entry_date')}>
        <DayPicker />
      </Field>
    </>
  );
}

function Line({ name, max }: { name: string; max: number }) {
  const t = useT();
  return (
    <Field name={name} label={t(`organisation.field.${name}`)}>
      <Input maxLength={max} autoComplete="off" />
    </Field>
  );
}

interface SelectProps<T> {
  readonly id?: string;
  readonly onBlur?: () => void;
  readonly value?: T;
  readonly onChange?: (value: T) => void;
}

const SEXES = ['female', 'male'] as const;

function SexSelect(props: SelectProps<string>) {
  const t = useT();
  return (
    <Select<string>
      {...props}
      allowClear
      placeholder={t('organisation.picker.sex')}
      options={SEXES.map((value) => ({ value, label: t(`organisation.sex.${value}`) }))}
    />
  );
}

function PositionSelect(props: SelectProps<number>) {
  const t = useT();
  const { data } = usePositions(true);
  return (
    <Select<number>
      {...props}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('organisation.picker.position')}
      options={(data?.list ?? []).map(({ id, name }) => ({ value: id, label: standardName('positions', name) }))}
    />
  );
}

/** Roles held in the enterprise; one that may not be given stands there and says so. */
export function RoleSelect(props: SelectProps<number[]>) {
  const t = useT();
  const { data } = useRoles(true);
  return (
    <Select<number[]>
      {...props}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('organisation.picker.roles')}
      options={(data?.list ?? [])
        .filter(({ kind, key }) => kind !== 'project' && key !== 'employee')
        .map(({ id, name, can_give }) => ({
          value: id,
          label: standardName('roles', name),
          disabled: !can_give,
          title: can_give ? undefined : t('organisation.staff.cannotGive'),
        }))}
    />
  );
}
