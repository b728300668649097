import type { Principal } from '@prdm/access';
import type { WorkKind } from '@prdm/contract/organisation/work';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { LeadingChanged } from '../organisation.events.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import { isNamed, type HandedOver, type Only } from '../staff/work/handed-over.ts';
import { decideDepartment, decideStaff } from '../staff/staff-range.ts';
import { DEPARTMENT_LEADERS, leadingRepo, type DepartmentLeader } from './leading.repo.ts';

interface Parts {
  readonly bus: Bus;
  readonly tables: ModuleDb<OrganisationTables>;
}
interface Someone {
  readonly id: number;
  readonly name: string;
}
type Leads = Partial<Record<DepartmentLeader, number | null>>;

const repoOf = ({ tables }: Pick<Parts, 'tables'>, trx: Trx, enterpriseId: number) =>
  leadingRepo(tables.within(trx), enterpriseId);

/** Number of people and departments that the person leads. Former people are not counted. null for none. */
export async function countLed(
  parts: Pick<Parts, 'tables'>,
  trx: Trx,
  enterpriseId: number,
  userId: number,
): Promise<{ kind: WorkKind; count: number } | null> {
  const repo = repoOf(parts, trx, enterpriseId);
  const reports = (await repo.reports(userId)).filter(({ status }) => status !== 'former');
  const count = reports.length + (await repo.departments(userId)).length;
  return count === 0 ? null : { kind: 'lead', count };
}

/** Writes another direct leader into these records, with a log row for each. */
async function lead(parts: Parts, trx: Trx, actor: Actor, people: readonly Someone[], from: number, to: number | null) {
  await repoOf(parts, trx, actor.enterpriseId).setLeader(
    people.map(({ id }) => id),
    to,
  );
  for (const { id, name } of people)
    await parts.bus.emit(trx, LeadingChanged, {
      actor,
      target: { kind: 'user', id, name },
      before: { leader_id: from },
      after: { leader_id: to },
      data: { kind: 'user', id, name },
    });
}

async function leadDepartment(parts: Parts, trx: Trx, actor: Actor, department: Someone, before: Leads, after: Leads) {
  const { id, name } = department;
  await repoOf(parts, trx, actor.enterpriseId).setLeads(id, after);
  await parts.bus.emit(trx, LeadingChanged, {
    actor,
    target: { kind: 'department', id, name },
    before: { ...before },
    after: { ...after },
    data: { kind: 'department', id, name },
  });
}

/** The given columns of a department that name this person. */
const namedIn = (row: Leads, userId: number, columns: readonly DepartmentLeader[]): DepartmentLeader[] =>
  columns.filter((column) => row[column] === userId);

const filled = (columns: readonly DepartmentLeader[], value: number | null): Leads =>
  Object.fromEntries(columns.map((column) => [column, value]));

/**
 * Moves the direct reports and the led departments to a colleague, as far as the caller administers them. The colleague may stand below the
 * former leader. The report at the top of that line then gets the leader of the former leader, so that no cycle arises.
 */
export async function handOverLed(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  caller: Principal,
  { from, to, only }: { from: Someone; to: Someone; only?: Only },
): Promise<HandedOver> {
  const repo = repoOf(parts, trx, actor.enterpriseId);
  const above = new Set(await repo.chainFrom(to.id));
  const next = await repo.leaderOf(from.id);
  const left: HandedOver['left'][number][] = [];
  const [moving, lifted]: [Someone[], Someone[]] = [[], []];
  for (const person of await repo.reports(from.id)) {
    if (!isNamed(only, 'report', person.user_id)) continue;
    if (!decideStaff(caller, 'write', person).allowed)
      left.push({ name: person.name, why: 'range', item: { kind: 'report', id: person.user_id } });
    else (above.has(person.user_id) ? lifted : moving).push({ id: person.user_id, name: person.name });
  }
  await lead(parts, trx, actor, moving, from.id, to.id);
  await lead(parts, trx, actor, lifted, from.id, next);
  let moved = moving.length + lifted.length;
  for (const row of await repo.departments(from.id)) {
    if (!isNamed(only, 'department', row.id)) continue;
    if (decideDepartment(caller, 'write', row.id).allowed) {
      const columns = namedIn(row, from.id, DEPARTMENT_LEADERS);
      await leadDepartment(parts, trx, actor, row, filled(columns, from.id), filled(columns, to.id));
      moved += 1;
    } else left.push({ name: row.name, why: 'range', item: { kind: 'department', id: row.id } });
  }
  return { moved, left };
}

/**
 * Clears a person who is disabled or leaves from the records that name him or her as leader. `heads`: also as head of departments, which a
 * disabled person stays.
 */
export async function clearLed(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  person: Someone,
  { heads }: { heads: boolean },
): Promise<void> {
  const repo = repoOf(parts, trx, actor.enterpriseId);
  const people = (await repo.reports(person.id)).map(({ user_id: id, name }) => ({ id, name }));
  await lead(parts, trx, actor, people, person.id, null);
  const cleared = heads ? DEPARTMENT_LEADERS : (['leading_manager_id'] as const);
  for (const row of await repo.departments(person.id)) {
    const columns = namedIn(row, person.id, cleared);
    if (columns.length > 0)
      await leadDepartment(parts, trx, actor, row, filled(columns, person.id), filled(columns, null));
  }
}
