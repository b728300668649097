import { wireTime } from '@prdm/contract/kit/fields';
import type { EnterpriseRow } from '@prdm/contract/organisation/system';
import type { SubjectKind } from '../../../platform/http/subjects.ts';
import { ALLOWED } from '../../../platform/http/decisions.ts';
import { systemActor, type Actor } from '../../../platform/actor.ts';
import type { Bus, EventKind } from '../../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { Authorized } from '../../../platform/ids/authorized.ts';
import type { Live } from '../../../platform/live.ts';
import type { Identity } from '../../identity/index.ts';
import { EnterpriseDisabled, EnterpriseEnabled, EnterpriseLimited } from '../organisation.events.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import { closeSignIns } from './open.ts';
import { systemRepo, type EnterpriseFilter, type SystemRow } from './system.repo.ts';
import type { EnterpriseUse } from './use.ts';

interface Parts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly tables: ModuleDb<OrganisationTables>;
  readonly identity: Identity;
  readonly use: EnterpriseUse;
}
type Enterprise = Authorized<SystemRow, 'administer', 'enterprise'>;
interface Limits {
  readonly member_limit: number;
  readonly project_limit: number;
}

/** Enterprises as records of calls. Only a system administrator can name one. */
export const enterpriseKind = ({ tables }: Pick<Parts, 'tables'>): SubjectKind<SystemRow, 'enterprise'> => ({
  kind: 'enterprise',
  scope: 'enterprise',
  async load(principal, ids) {
    const rows = principal.isSystem === true ? await systemRepo(tables.read).byIds(ids) : [];
    return rows.map((row) => ({ id: row.id, row, projectId: null, visible: true, may: () => ALLOWED }));
  },
});

/** The calls of a system administrator. */
export const systemCalls = (parts: Parts) => ({
  async page(filter: EnterpriseFilter & { page: number; size: number }) {
    const { page, size } = filter;
    const repo = systemRepo(parts.tables.read);
    const [rows, total] = await Promise.all([
      repo.page(filter, { offset: (page - 1) * size, limit: size }),
      repo.count(filter),
    ]);
    return { list: await rowsOf(parts, rows), total, page, size };
  },

  limits: (actor: Actor, enterprise: Enterprise, version: number, limits: Limits) =>
    parts.db.transaction(async (trx) => {
      const row = await locked(parts, trx, enterprise, version);
      await refuseBelowUse(parts, trx, row.id, limits);
      await systemRepo(parts.tables.within(trx)).write(row.id, limits);
      const { member_limit, project_limit } = row;
      await announce(parts, trx, actor, row, EnterpriseLimited, {
        before: { member_limit, project_limit },
        after: { ...limits },
      });
    }),

  disable: (actor: Actor, enterprise: Enterprise, version: number, reason: string) =>
    parts.db.transaction(async (trx) => {
      await closeSignIns(parts.tables, trx, enterprise.id);
      const row = await locked(parts, trx, enterprise, version);
      if (row.disabled_at !== null) throw fail.wrongState();
      await systemRepo(parts.tables.within(trx)).write(row.id, { disabled: reason });
      await parts.identity.endAllSessions(trx, row.id);
      await announce(parts, trx, actor, row, EnterpriseDisabled, { after: { reason } });
    }),

  enable: (actor: Actor, enterprise: Enterprise, version: number) =>
    parts.db.transaction(async (trx) => {
      const row = await locked(parts, trx, enterprise, version);
      if (row.disabled_at === null) throw fail.wrongState();
      await systemRepo(parts.tables.within(trx)).write(row.id, { disabled: null });
      await announce(parts, trx, actor, row, EnterpriseEnabled, { before: { reason: row.disabled_reason } });
    }),
});

async function rowsOf({ use, identity }: Parts, rows: readonly SystemRow[]): Promise<EnterpriseRow[]> {
  const ids = rows.map(({ id }) => id);
  const [members, projects, active] = await Promise.all([
    use.members(ids),
    use.counted('projects', ids),
    identity.lastActive(ids),
  ]);
  const shown = (at: Date | null | undefined) => (at ? wireTime(at) : null);
  return rows.map(({ disabled_at, created_at, ...row }) => ({
    ...row,
    state: disabled_at === null ? 'enabled' : 'disabled',
    disabled_at: shown(disabled_at),
    members: members.get(row.id) ?? 0,
    projects: projects.get(row.id) ?? 0,
    created_at: wireTime(created_at),
    last_active_at: shown(active.get(row.id)),
  }));
}

/** The row behind the lock that checks of limits take. Throws 1009 for a stale version. */
async function locked(parts: Parts, trx: Trx, { id }: Enterprise, version: number): Promise<SystemRow> {
  const row = await systemRepo(parts.tables.within(trx)).lock(id);
  if (!row) throw fail.notFound();
  if (row.version !== version) throw fail.conflict();
  return row;
}

/** Everything that counts waits for the lock of the row, so the use cannot grow before the new limit is stored. */
async function refuseBelowUse({ use }: Parts, trx: Trx, id: number, limits: Limits): Promise<void> {
  const members = (await use.members([id], trx)).get(id) ?? 0;
  const projects = (await use.counted('projects', [id], trx)).get(id) ?? 0;
  if (limits.member_limit < members)
    throw fail.invalid('member_limit', 'enterprise.system.belowMembers', { n: members });
  if (limits.project_limit < projects)
    throw fail.invalid('project_limit', 'enterprise.system.belowProjects', { n: projects });
}

/**
 * Logs the change twice: in the enterprise of the administrator, and in the changed one. There the administrator is a name
 * without an id, because ids of people belong to their own enterprise.
 */
async function announce(
  { bus, live }: Parts,
  trx: Trx,
  actor: Actor,
  { id, name }: SystemRow,
  event: EventKind<null>,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  const target = { kind: 'enterprise', id, name };
  await bus.emit(trx, event, { actor, target, ...change, data: null });
  await bus.emit(trx, event, { actor: { ...systemActor(id), name: actor.name }, target, ...change, data: null });
  await live.notify(trx, actor.enterpriseId, {}, { type: 'system.enterprise' });
  await live.notify(trx, id, {}, { type: 'enterprise.settings' });
}
