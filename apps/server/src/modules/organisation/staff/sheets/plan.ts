import type { Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import { accountProblem } from '@prdm/contract/kit/checks';
import type { Lang } from '@prdm/locales';
import type { TextKey } from '@prdm/locales/text-key';
import { AppError, fail } from '../../../../platform/errors.ts';
import type { Judged } from '../../../../platform/sheets/imports/declare.ts';
import { accountKey } from '../../../identity/index.ts';
import type { RoleRow } from '../../kinds.ts';
import { refuseAsLeader } from '../../leading/leader.ts';
import type { PersonRecord } from '../records/records.repo.ts';
import { refuseRecord, refuseTouch, refuseWithoutDepartment } from '../records/rules.ts';
import { contactAfter, refuseContact } from '../staff-contact.ts';
import type { entryFinder, departmentFinder } from './choices.ts';
import { NAMING, type NamingField, type StaffField, type StaffRow } from './columns.ts';

export interface KnownPerson extends PersonRecord {
  readonly user_id: number;
  readonly account: string;
  readonly type: string;
  readonly status: string;
  readonly version: number;
}

/** All that the rules of an import of staff read, loaded once for the whole file. */
export interface StaffWorld {
  readonly caller: Principal;
  readonly lang: Lang;
  /** The columns of the file. A field of another column keeps its value. */
  readonly fields: ReadonlySet<string>;
  /** By the key of an account: the user, or 'foreign' for an account of another enterprise. */
  readonly accounts: ReadonlyMap<string, number | 'foreign'>;
  /** The people of the file, those whom it names as leaders, and the present leaders. */
  readonly people: ReadonlyMap<number, KnownPerson>;
  readonly held: ReadonlyMap<number, readonly RoleRow[]>;
  readonly departments: ReturnType<typeof departmentFinder>;
  readonly entries: Readonly<Record<NamingField, ReturnType<typeof entryFinder>>>;
  /** Everyone who has a direct leader. */
  readonly leaderOf: ReadonlyMap<number, number>;
  /** The owners of the staff numbers of the file. */
  readonly numbers: ReadonlyMap<string, number>;
  /** People whom the member limit still admits. */
  readonly room: number;
}

/** A row that names existing records only. `leaderKey`: the leader is added by another row of the file. */
export interface Plan {
  readonly key: string;
  /** null: a new person. */
  readonly person: KnownPerson | null;
  readonly after: PersonRecord;
  readonly leaderKey: string | null;
}

export type Refused = Extract<Judged, { fate: 'refused' }>;

const refused = (field: StaffField, reason: TextKey, text?: string): Refused => ({
  fate: 'refused',
  field,
  reason,
  ...(text === undefined ? {} : { params: { text } }),
});

/** Runs work whose rules throw. Returns a refusal as that of a row. */
function attempted<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { field, params } = error.details;
    return {
      fate: 'refused',
      reason: error.key,
      ...(params === undefined ? {} : { params }),
      ...(field === undefined ? {} : { field }),
    };
  }
}

/** The refusal of rules that throw, or null. */
export function refusalOf(rules: () => void): Refused | null {
  const result = attempted<null>(() => {
    rules();
    return null;
  });
  return result;
}

/**
 * Judges one row by the rules of `user/add` or `user/modify`, without what depends on other rows. `inFile`: the keys of
 * all rows of the file.
 */
export function planOf(row: StaffRow, world: StaffWorld, inFile: ReadonlySet<string>): Plan | Refused {
  const key = accountKey(row.account);
  const owner = world.accounts.get(key);
  if (owner === 'foreign') return refused('account', 'identity.accountTaken');
  const person = owner === undefined ? null : (world.people.get(owner) ?? null);
  if (owner !== undefined && person === null) return refused('account', 'identity.accountTaken');
  const held = world.held.get(person?.user_id ?? 0) ?? [];
  if (person === null) {
    const problem = accountProblem(row.account);
    if (problem !== null) return refused('account', problem);
  } else {
    const outside = refusalOf(() => refuseTouch(world.caller, person, held));
    if (outside !== null) return outside;
    if (person.status === 'former') return refused('account', 'sheets.reasons.formerPerson');
  }
  const named = namedBy(row, world, person);
  if ('fate' in named) return named;
  const leader = leaderBy(row, world, { key, person, inFile });
  if ('fate' in leader) return leader;
  const after = attempted(() => {
    const record = recordBy(row, world, person, { ...named, leader_id: leader.id });
    refuseWithoutDepartment(person, record);
    refuseRecord(world.caller, person, record);
    if (person) refuseContact(world.caller, { ...person, held }, { before: person, after: record }, world.lang);
    return record;
  });
  return 'fate' in after ? after : { key, person, after, leaderKey: leader.key };
}

/** The record that a row asks for. A missing column keeps the value. Throws at contact data that the caller may not give. */
function recordBy(
  row: StaffRow,
  world: StaffWorld,
  person: KnownPerson | null,
  named: Named & Pick<PersonRecord, 'leader_id'>,
): PersonRecord {
  const textOf = (name: 'name' | 'sex' | 'employee_no'): string =>
    (world.fields.has(name) ? row[name] : person?.[name]) ?? '';
  const dayOf = (name: 'entry_date' | 'formal_date' | 'work_start_date'): string | null =>
    (world.fields.has(name) ? row[name] : person?.[name]) ?? null;
  return {
    name: textOf('name'),
    sex: textOf('sex'),
    employee_no: textOf('employee_no'),
    entry_date: dayOf('entry_date'),
    formal_date: dayOf('formal_date'),
    work_start_date: dayOf('work_start_date'),
    ...contactBy(row, world, person),
    ...named,
  };
}

/** A missing column keeps the value. */
function contactBy(row: StaffRow, { caller, fields }: StaffWorld, person: KnownPerson | null) {
  const given = {
    ...(fields.has('phone') && row.phone !== undefined ? { phone: row.phone } : {}),
    ...(fields.has('email') && row.email !== undefined ? { email: row.email } : {}),
  };
  if (person === null) return { phone: '', email: '', ...given };
  const after = contactAfter(caller, { id: person.user_id, ...given }, person);
  return {
    phone: fields.has('phone') ? after.phone : person.phone,
    email: fields.has('email') ? after.email : person.email,
  };
}

type Named = Pick<PersonRecord, 'department_id' | NamingField>;

const UNKNOWN: Readonly<Record<NamingField, TextKey>> = {
  position_id: 'sheets.reasons.positionUnknown',
  profession_id: 'sheets.reasons.professionUnknown',
  position_title_id: 'sheets.reasons.positionTitleUnknown',
  company_id: 'sheets.reasons.companyUnknown',
};

function namedBy(row: StaffRow, world: StaffWorld, person: KnownPerson | null): Named | Refused {
  const path = row.department_id ?? '';
  const department = world.departments.find(path, person?.department_id ?? null);
  if (department === 'unknown') return refused('department_id', 'sheets.reasons.departmentUnknown', path);
  if (department === 'several') return refused('department_id', 'sheets.reasons.departmentSeveral', path);
  const ids: Partial<Record<NamingField, number | null>> = {};
  for (const field of NAMING) {
    const present = person?.[field] ?? null;
    const name = row[field] ?? '';
    const found = world.fields.has(field) ? world.entries[field].find(name, present) : present;
    if (found === 'unknown') return refused(field, UNKNOWN[field], name);
    ids[field] = found;
  }
  return { department_id: department, ...(ids as Record<NamingField, number | null>) };
}

type Leader = { readonly id: number | null; readonly key: string | null };

function leaderBy(
  row: StaffRow,
  world: StaffWorld,
  { key, person, inFile }: { key: string; person: KnownPerson | null; inFile: ReadonlySet<string> },
): Leader | Refused {
  if (!world.fields.has('leader_id')) return { id: person?.leader_id ?? null, key: null };
  const text = row.leader_id ?? '';
  if (text === '') return { id: null, key: null };
  const leaderKey = accountKey(text);
  if (leaderKey === key) return refused('leader_id', 'leading.oneself');
  const id = world.accounts.get(leaderKey);
  if (id === undefined && inFile.has(leaderKey)) return { id: null, key: leaderKey };
  const leader = typeof id === 'number' ? world.people.get(id) : undefined;
  if (!leader) return refused('leader_id', 'sheets.reasons.leaderUnknown', text);
  if (leader.user_id !== person?.leader_id) {
    const refusal = refusalOf(() => refuseAsLeader(leader));
    if (refusal) return refusal;
  }
  return { id: leader.user_id, key: null };
}

/** An error of the rules as the refusal of a row. */
export const refusedBy = (error: Error): Refused =>
  refusalOf(() => {
    throw error;
  }) as Refused;

export const noRoom = (): Refused => refusedBy(fail.of(CODES.memberLimit, 'codes.1010'));
