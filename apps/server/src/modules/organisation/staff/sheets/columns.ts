import { day, optionalText, text } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import { email, employment, phone } from '@prdm/contract/organisation';
import { z } from 'zod';
import type { RowOf } from '../../../../platform/sheets/imports/declare.ts';

const PATH_MAX = 600;
const blankDay = day().optional();
const nothing = { value: '' } as const;

/** The columns of the import and of the export of staff, in their order. Their names are those of the record. */
export const STAFF_COLUMNS = {
  account: {
    title: 'organisation.field.account',
    schema: text(LIMITS.accountMax),
    required: true,
    note: 'sheets.notes.staffAccount',
    example: { value: 'zhang.san' },
  },
  name: {
    title: 'organisation.field.name',
    schema: text(LIMITS.accountMax),
    required: true,
    note: 'sheets.notes.staffName',
    example: 'sheets.examples.person',
  },
  department_id: {
    title: 'organisation.department',
    schema: optionalText(PATH_MAX),
    required: true,
    note: 'sheets.notes.staffDepartment',
    example: 'sheets.examples.department',
    width: 36,
  },
  position_id: {
    title: 'organisation.field.position_id',
    schema: optionalText(LIMITS.nameMax),
    note: 'sheets.notes.position',
    example: 'sheets.examples.position',
  },
  profession_id: {
    title: 'config.kind.profession',
    schema: optionalText(LIMITS.nameMax),
    note: 'sheets.notes.profession',
    example: nothing,
  },
  position_title_id: {
    title: 'leading.field.position_title_id',
    schema: optionalText(LIMITS.nameMax),
    note: 'sheets.notes.positionTitle',
    example: nothing,
  },
  sex: {
    title: 'organisation.field.sex',
    schema: z.enum(['male', 'female']).optional(),
    choices: { male: 'organisation.sex.male', female: 'organisation.sex.female' },
    note: 'sheets.notes.optional',
    example: nothing,
  },
  phone: { title: 'organisation.field.phone', schema: phone, note: 'sheets.notes.contact', example: nothing },
  email: {
    title: 'organisation.field.email',
    schema: email,
    note: 'sheets.notes.contact',
    example: nothing,
    width: 28,
  },
  employee_no: {
    title: 'organisation.field.employee_no',
    schema: employment.employee_no,
    note: 'sheets.notes.employeeNo',
    example: nothing,
  },
  leader_id: {
    title: 'sheets.columns.leader',
    schema: optionalText(LIMITS.accountMax),
    note: 'sheets.notes.leader',
    example: nothing,
  },
  company_id: {
    title: 'leading.field.company_id',
    schema: optionalText(LIMITS.nameMax),
    note: 'sheets.notes.company',
    example: nothing,
    width: 28,
  },
  entry_date: {
    title: 'organisation.field.entry_date',
    schema: blankDay,
    kind: 'day',
    note: 'sheets.notes.optionalDay',
    example: { value: '2026-03-02' },
  },
  formal_date: {
    title: 'organisation.field.formal_date',
    schema: blankDay,
    kind: 'day',
    note: 'sheets.notes.formalDay',
    example: nothing,
  },
  work_start_date: {
    title: 'organisation.field.work_start_date',
    schema: blankDay,
    kind: 'day',
    note: 'sheets.notes.optionalDay',
    example: nothing,
  },
} as const;

export type StaffField = keyof typeof STAFF_COLUMNS;
export type StaffRow = RowOf<typeof STAFF_COLUMNS>;
/** The columns whose cell names another record. */
export const NAMING = ['position_id', 'profession_id', 'position_title_id', 'company_id'] as const;
export type NamingField = (typeof NAMING)[number];
/** Groups of standard names. A legal entity has none. */
export const STANDARD: Readonly<Record<NamingField, string>> = {
  position_id: 'positions',
  profession_id: 'profession',
  position_title_id: 'position_title',
  company_id: 'company',
};
