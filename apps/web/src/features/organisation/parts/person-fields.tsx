import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { companies, positionTitles } from '@prdm/contract/config/dictionaries';
import { LIMITS } from '@prdm/contract/limits';
import type { roleIndex, StaffRow } from '@prdm/contract/organisation';
import { useMe } from '../../../lib/session/access.ts';
import { standardName, useT, type TextEntry } from '../../../lib/i18n.ts';
import { entityPicker } from '../../../ui/crud/entity-picker.tsx';
import { DayPicker } from '../../../ui/form/day-picker.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { ProfessionPicker } from '../../config/index.ts';
import { namesAbove } from '../organisation.logic.ts';
import { useCompanies, usePositions, useRoles } from '../organisation.queries.ts';
import { DepartmentPicker } from './department-picker.tsx';
import { StaffPicker } from './staff-picker.tsx';

/** Legal entities of the enterprise. */
const CompanyPicker = entityPicker<StaffRow>({
  calls: companies,
  noun: 'company',
  known: ({ company_id: id, company_name: name }) => ({ id, name }),
});

const PositionTitlePicker = entityPicker<StaffRow>({
  calls: positionTitles,
  noun: 'position_title',
  known: ({ position_title_id: id, position_title_name: name }) => ({ id, name }),
});

/**
 * The fields of a person, for a new record and for the existing `person`. `second` follows the name. A person with a
 * department must keep one. The first administrator and partners can have none.
 */
export function PersonFields({ second, person }: { second?: ReactNode; person?: StaffRow }) {
  const t = useT();
  return (
    <>
      <Line name="name" max={LIMITS.accountMax} />
      {second}
      <Field
        name="department_id"
        label={t('organisation.department')}
        {...(person?.department_id == null
          ? {}
          : { required: true, rules: [{ required: true, message: t('validation.required') }] })}
      >
        <DepartmentPicker />
      </Field>
      <Field name="position_id" label={t('organisation.field.position_id')}>
        <PositionSelect />
      </Field>
      <Field name="leader_id" label={t('leading.field.leader_id')}>
        <LeaderPicker person={person} />
      </Field>
      <CompanyField person={person} />
      <ContactLines person={person} />
      <Field name="profession_id" label={t('config.kind.profession')}>
        <ProfessionPicker />
      </Field>
      <Field name="position_title_id" label={t('leading.field.position_title_id')}>
        <PositionTitlePicker row={person ?? null} />
      </Field>
      <Field name="sex" label={t('organisation.field.sex')}>
        <SexSelect />
      </Field>
      <Line name="employee_no" max={LIMITS.employeeNoMax} />
      {DAYS.map((name) => (
        <Field key={name} name={name} label={t(`organisation.field.${name}`)}>
          <DayPicker />
        </Field>
      ))}
    </>
  );
}

const DAYS = ['entry_date', 'formal_date', 'work_start_date'] as const;

/** Shown in an enterprise with legal entities, and for a person who has one. */
function CompanyField({ person }: { person?: StaffRow }) {
  const t = useT();
  const has = (useCompanies().data?.list.length ?? 0) > 0 || person?.company_id != null;
  if (!has) return null;
  return (
    <Field name="company_id" label={t('leading.field.company_id')} extra={t('leading.companyHint')}>
      <CompanyPicker row={person ?? null} />
    </Field>
  );
}

/** Phone and e-mail. Grey with the reason when the reader may not change them. */
function ContactLines({ person }: { person?: StaffRow }) {
  const t = useT();
  const me = useMe();
  const isFixed = person?.can.contact === false;
  const roles = person === undefined ? '' : namesAbove(person).join(t('organisation.staff.and'));
  const isOwn = person?.id === me.id;
  const reason = t(isOwn ? 'organisation.ownContact' : 'organisation.staff.notAllowed.contact', { roles });
  return (
    <>
      {/* Null: the reader may not see contact data of others. The stored values stay. */}
      {person?.phone !== null && <Line name="phone" max={11} isFixed={isFixed} />}
      {person?.email !== null && (
        <Line name="email" max={254} isFixed={isFixed} reason={isFixed ? reason : undefined} />
      )}
    </>
  );
}

interface LineProps {
  readonly name: TextEntry<'organisation.field'>;
  readonly max: number;
  readonly isFixed?: boolean;
  readonly reason?: string | undefined;
}

function Line({ name, max, isFixed = false, reason }: LineProps) {
  const t = useT();
  return (
    <Field name={name} label={t(`organisation.field.${name}`)} extra={reason}>
      <Input {...typedLength(max)} autoComplete="off" disabled={isFixed} />
    </Field>
  );
}

interface SelectProps<T> {
  readonly id?: string;
  readonly onBlur?: () => void;
  readonly value?: T;
  readonly onChange?: (value: T) => void;
}

/** The direct leader: any colleague but the person. The server refuses people below the person. */
function LeaderPicker({ person, ...field }: SelectProps<number | null> & { readonly person?: StaffRow }) {
  return (
    <StaffPicker
      {...field}
      exclude={person === undefined ? [] : [person.id]}
      known={person?.leader_id == null ? [] : [{ id: person.leader_id, name: person.leader_name }]}
    />
  );
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

export function PositionSelect(props: SelectProps<number>) {
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

/** The enterprise roles, over the full width of the form. `person` is the existing holder, if there is one. */
export function RolesField({ person }: { person?: StaffRow }) {
  const t = useT();
  const me = useMe();
  const { data } = useRoles(true);
  const offered = data?.list.filter(({ kind, key }) => kind !== 'project' && key !== 'employee');
  const isAbove = person?.can.roles === false;
  const hints = isAbove
    ? [t('organisation.staff.notAllowed.above', { roles: namesAbove(person).join(t('organisation.staff.and')) })]
    : [
        t('organisation.staff.rolesHint'),
        offered?.some(({ can_give }) => !can_give) ? t('organisation.staff.cannotGive') : '',
        person?.id === me.id ? t('organisation.staff.ownRoles') : '',
      ];
  if (person?.type === 'partner') return <p className="field-hint person-wide">{t('organisation.partnerRoles')}</p>;
  return (
    <div className="person-wide">
      <Field
        name="role_ids"
        label={t('organisation.field.role_ids')}
        extra={hints.filter((hint) => hint !== '').join(t('organisation.staff.stop'))}
      >
        <RoleSelect offered={offered} isFixed={isAbove} />
      </Field>
    </div>
  );
}

type Role = z.output<typeof roleIndex.output>['list'][number];

/** A role that the reader can neither give nor remove is visible but disabled, with the reason as its title. */
function RoleSelect({
  offered,
  isFixed,
  ...props
}: SelectProps<number[]> & { offered: readonly Role[] | undefined; isFixed: boolean }) {
  const t = useT();
  return (
    <Select<number[]>
      {...props}
      // Before the roles load, the select would show bare ids.
      value={offered === undefined ? undefined : props.value}
      disabled={offered === undefined || isFixed}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('organisation.picker.roles')}
      options={offered?.map(({ id, name, can_give }) => ({
        value: id,
        label: standardName('roles', name),
        disabled: !can_give,
        title: can_give ? undefined : t('organisation.staff.cannotGive'),
      }))}
    />
  );
}
