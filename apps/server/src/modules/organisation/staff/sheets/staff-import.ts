import { keyInData } from '@prdm/locales/text-key';
import { sheetImport, type ImportRecord, type Json, type Judged } from '../../../../platform/sheets/imports/declare.ts';
import { translate } from '../../../../platform/translate.ts';
import { accountKey, firstPassword } from '../../../identity/index.ts';
import { recordOf, type PersonRecord } from '../records/records.repo.ts';
import { writeChanged, writeNew, type NewRecord } from '../records/writers.ts';
import { NAMING, STAFF_COLUMNS, type StaffField, type StaffRow } from './columns.ts';
import { planOf, type Plan, type StaffWorld } from './plan.ts';
import { settle } from './settle.ts';
import { undoStaff } from './staff-undo.ts';
import { namedInRows, worldOf, type SheetParts } from './world.ts';

interface Context {
  readonly plans: ReadonlyMap<string, Plan>;
  readonly judged: ReadonlyMap<string, Judged>;
}

/** Judges all rows of a file. */
export function judgeRows(rows: readonly StaffRow[], world: StaffWorld): Context {
  const { keys } = namedInRows(rows);
  const judged = new Map<string, Judged>();
  const plans = new Map<string, Plan>();
  for (const row of rows) {
    const plan = planOf(row, world, keys);
    if ('fate' in plan) judged.set(accountKey(row.account), plan);
    else plans.set(plan.key, plan);
  }
  for (const [key, refusal] of settle([...plans.values()], world)) {
    judged.set(key, refusal);
    plans.delete(key);
  }
  for (const plan of plans.values()) judged.set(plan.key, fateOf(plan, world));
  return { plans, judged };
}

function fateOf(plan: Plan, world: StaffWorld): Judged {
  const { person, after, leaderKey } = plan;
  const state: Json = [person ? [person.user_id, person.version] : null, Object.values(after), leaderKey];
  if (person === null) return { fate: 'new', state };
  const before = recordOf(person);
  const changed = (Object.keys(before) as (keyof PersonRecord)[]).filter((field) => before[field] !== after[field]);
  if (leaderKey !== null && !changed.includes('leader_id')) changed.push('leader_id');
  if (changed.length === 0) return { fate: 'same', state };
  const was = Object.fromEntries(changed.map((field) => [field, shownText(world, field, before)]));
  return { fate: 'changed', state, was };
}

/** People by account. A row adds a person by the rules of user/add, or changes one by those of user/modify. */
export const staffImport = (parts: SheetParts) =>
  sheetImport({
    kind: 'staff',
    name: 'sheets.kinds.staff',
    columns: STAFF_COLUMNS,
    key: ({ account }) => accountKey(account),
    async open({ trx, caller, rows, fields, locks }): Promise<Context> {
      const { accounts, numbers } = namedInRows(rows);
      return judgeRows(rows, await worldOf(parts, trx, caller, { fields, accounts, numbers, locks }));
    },
    judge: ({ account }, { judged }) =>
      judged.get(accountKey(account)) ?? { fate: 'refused', reason: 'codes.1001' as const },
    async apply({ trx, caller: { actor }, rows, context }) {
      const plans = rows.flatMap(({ row }) => context.plans.get(accountKey(row.account)) ?? []);
      const added = rows.flatMap(({ row }) => {
        const plan = context.plans.get(accountKey(row.account));
        return plan?.person === null ? [{ plan, account: row.account, first: firstPassword() }] : [];
      });
      const places = new Map(added.map(({ plan }, at) => [plan.key, at]));
      const ids = await writeNew(
        parts,
        trx,
        actor,
        added.map(({ plan, account, first }) => ({
          ...newRecord(plan.after),
          account,
          stored: first.stored,
          mustChange: true,
          roleIds: [],
          ...(plan.leaderKey === null ? {} : { leaderAt: places.get(plan.leaderKey) }),
        })),
      );
      const changes = plans.flatMap(({ person, after, leaderKey }) => {
        if (person === null) return [];
        const leaderId = leaderKey === null ? after.leader_id : (ids[places.get(leaderKey) ?? -1] ?? null);
        const { user_id: id, version } = person;
        return [{ id, version, before: recordOf(person), after: { ...after, leader_id: leaderId } }];
      });
      await writeChanged(parts, trx, actor, changes);
      const records = [
        ...added.map(({ plan }, at): ImportRecord => ({
          key: String(ids[at]),
          name: plan.after.name,
          before: null,
          after: [1],
        })),
        ...changes.map(({ id, version, before, after }): ImportRecord => ({
          key: String(id),
          name: after.name,
          before: Object.values(before),
          after: [version + 1],
        })),
      ];
      const secrets = added.map(({ plan, account, first }) => [account, plan.after.name, first.password]);
      return { records, secrets: secrets.length === 0 ? null : { ...SECRETS, rows: secrets } };
    },
    undo: (given) => undoStaff(parts, given),
  });

const SECRETS = {
  name: 'sheets.firstPasswords',
  columns: ['organisation.field.account', 'organisation.field.name', 'sheets.columns.firstPassword'],
} as const;

/** A record in the form of the writer of new people. */
const newRecord = (record: PersonRecord): Omit<NewRecord, 'account' | 'stored' | 'mustChange' | 'roleIds'> => ({
  name: record.name,
  phone: record.phone,
  email: record.email,
  sex: record.sex,
  employeeNo: record.employee_no,
  entryDate: record.entry_date ?? undefined,
  formalDate: record.formal_date ?? undefined,
  workStartDate: record.work_start_date ?? undefined,
  departmentId: record.department_id as number,
  positionId: record.position_id ?? undefined,
  professionId: record.profession_id ?? undefined,
  leaderId: record.leader_id ?? undefined,
  companyId: record.company_id ?? undefined,
  positionTitleId: record.position_title_id ?? undefined,
});

/** The present text of a column, as the export writes it. */
export function shownText(world: StaffWorld, field: StaffField, record: PersonRecord): string {
  const value = record[field as keyof PersonRecord];
  if (value === null || value === '') return '';
  if (field === 'department_id') return world.departments.pathOf(Number(value));
  if (field === 'leader_id') return world.people.get(Number(value))?.account ?? '';
  if (field === 'sex') return translate(world.lang, keyInData(`organisation.sex.${value}`));
  const kind = NAMING.find((one) => one === field);
  return kind === undefined ? String(value) : world.entries[kind].nameIn(world.lang, Number(value));
}
