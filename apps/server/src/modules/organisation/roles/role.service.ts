import type { Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import type { roleAdd, roleEdit } from '@prdm/contract/organisation/roles';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { inUse } from '../../../platform/entity/uses.ts';
import { changeRow, logged, removeRow, unique } from '../../../platform/entity/rows.ts';
import { SORT_GAP, sortedBehind } from '../../../platform/entity/sort.ts';
import { idsOf, type Authorized, type GivenTo } from '../../../platform/ids/authorized.ts';
import { translate } from '../../../platform/translate.ts';
import { lockedCaller, roleNames } from '../caller.ts';
import { RoleAdded, RoleEdited, RoleRemoved, RoleSorted } from '../organisation.events.ts';
import { organisationRepo } from '../organisation.repo.ts';
import type { RoleParts } from './role.parts.ts';
import { refuseLack } from './role.refusals.ts';
import { roleRepo, type StoredRoleRow } from './role.repo.ts';
import { whyNotChanged, whyNotDeleted } from './role.rules.ts';

/** A role that a call named, in any state of its rights. */
export type NamedRole = Authorized<unknown, 'read', 'role'>;
type Rights = Omit<GivenTo<typeof roleAdd>, 'name' | 'kind' | 'sort'>;
type GrantingParts = Pick<
  StoredRoleRow,
  'access' | 'view_range' | 'content_access' | 'data_board_access' | 'module_permission'
>;

const named = unique({ role_name: 'name' });
const once = <T>(list: readonly T[]): T[] => [...new Set(list)];

/** The parts of a role after a call. A part that the call leaves out keeps its value. */
export const partsAfter = (before: GrantingParts, given: Rights): GrantingParts => ({
  access: given.access ? once(given.access) : before.access,
  view_range: given.view_range ?? before.view_range,
  content_access: given.content_access ? once(given.content_access) : before.content_access,
  data_board_access: given.data_board_access ? once(given.data_board_access) : before.data_board_access,
  module_permission: given.module_permission
    ? { ...(before.module_permission as object), ...dropUnset(given.module_permission) }
    : before.module_permission,
});

const dropUnset = (levels: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(levels).filter((entry): entry is [string, number] => entry[1] !== undefined));

const EMPTY: GrantingParts = {
  access: [],
  view_range: 'self',
  content_access: [],
  data_board_access: [],
  module_permission: {},
};

/** The columns of a role for its row. */
const columnsOf = ({ access, content_access, data_board_access, module_permission, view_range }: GrantingParts) => ({
  access: [...access],
  content_access: [...content_access],
  data_board_access: [...data_board_access],
  module_permission: JSON.stringify(module_permission),
  view_range,
});

/** The range of a project role is its project. */
const refuseRange = (kind: string, { view_range: range }: GrantingParts): void => {
  if (kind === 'project' && range !== 'self') throw fail.invalid('view_range', 'roles.projectRange');
};

/**
 * The name of a copy that is free among `taken`, with at most 25 characters: "设计人 副本", "设计人 副本 2".
 */
export function copyName(name: string, word: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const tail = n === 1 ? ` ${word}` : ` ${word} ${n}`;
    const head = [...name].slice(0, LIMITS.roleNameMax - tail.length).join('');
    // A pair of surrogates counts twice in the length of the contract.
    const made = `${head.slice(0, LIMITS.roleNameMax - tail.length)}${tail}`;
    if (!used.has(made.toLowerCase())) return made;
  }
}

/** Changes of roles. Each runs under the lock of the enterprise with the caller's present rights. */
export function roleService(parts: RoleParts) {
  const repoIn = (trx: Trx, enterpriseId: number) => roleRepo(parts.tables.within(trx), enterpriseId);
  const locked = (trx: Trx, principal: Principal) => lockedCaller(parts, trx, principal, 'Role-index');

  async function found(trx: Trx, enterpriseId: number, id: number): Promise<StoredRoleRow> {
    const role = await repoIn(trx, enterpriseId).locked(id);
    if (!role) throw fail.notFound();
    return role;
  }

  /** The browsers of the holders read their menu again, and every list of roles reloads. */
  async function announce(trx: Trx, enterpriseId: number, role: { id: number } | null): Promise<void> {
    const holders = role === null ? [] : await holdersOf(trx, enterpriseId, role);
    if (holders.length > 0) await parts.live.notify(trx, enterpriseId, { users: holders }, { type: 'session' });
    await parts.live.notify(trx, enterpriseId, {}, { type: 'entity', kind: 'role' });
  }

  /** A leading role is held in the enterprise and in projects. */
  async function holdersOf(trx: Trx, enterpriseId: number, role: { id: number }): Promise<number[]> {
    const own = await repoIn(trx, enterpriseId).everyHolder(role.id);
    const rows = await parts.projectRoles().holdersOf(enterpriseId, role.id, trx);
    return once([...own, ...rows.map((row) => row.user_id)]);
  }

  async function store(
    trx: Trx,
    actor: Actor,
    role: { name: string; kind: string; sort?: number } & GrantingParts,
  ): Promise<number> {
    const repo = organisationRepo(parts.tables.within(trx), actor.enterpriseId);
    const all = await repo.roles();
    if (all.length >= LIMITS.unpagedMax) throw fail.invalid('name', 'records.tooMany', { n: LIMITS.unpagedMax });
    const sort = role.sort ?? Math.max(0, ...all.map((one) => one.sort)) + SORT_GAP;
    const id = await named.within(() =>
      parts.tables
        .within(trx)
        .insertInto('role')
        .values({ enterprise_id: actor.enterpriseId, name: role.name, kind: role.kind, sort, ...columnsOf(role) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const { name, kind, access, view_range, content_access, data_board_access, module_permission } = role;
    await parts.bus.emit(trx, RoleAdded, {
      actor,
      target: { kind: 'role', id: id.id, name },
      after: { name, kind, sort, access, view_range, content_access, data_board_access, module_permission },
      data: { roleId: id.id, name },
    });
    await announce(trx, actor.enterpriseId, null);
    return id.id;
  }

  return {
    add: (actor: Actor, principal: Principal, given: GivenTo<typeof roleAdd>): Promise<number> =>
      parts.db.transaction(async (trx) => {
        const caller = await locked(trx, principal);
        const { name, kind, sort, ...rights } = given;
        const role = { name, kind, sort, ...partsAfter(EMPTY, rights) };
        refuseRange(kind, role);
        refuseLack(actor.lang, caller, role);
        return store(trx, actor, role);
      }),

    edit: (actor: Actor, principal: Principal, given: GivenTo<typeof roleEdit>): Promise<void> =>
      parts.db.transaction(async (trx) => {
        const caller = await locked(trx, principal);
        const { enterpriseId } = actor;
        const { id, version, name, sort, ...rights } = idsOf(given);
        const before = await found(trx, enterpriseId, id);
        const after = { ...before, name, sort: sort ?? before.sort, ...partsAfter(before, rights) };
        refuseRange(before.kind, after);
        // The missing right says more than "above you", so it comes first.
        refuseLack(actor.lang, caller, after);
        refuseLack(actor.lang, caller, before);
        const why = whyNotChanged(caller, before);
        if (why) throw fail.of(CODES.denied, why);
        await named.within(() =>
          changeRow(
            parts.tables.within(trx),
            'role',
            { enterpriseId, id, version },
            { name, sort: after.sort, ...columnsOf(after) },
          ),
        );
        const values = ({ id: _id, version: _version, key: _key, is_system: _system, ...shown }: StoredRoleRow) =>
          shown;
        await parts.bus.emit(trx, RoleEdited, {
          actor,
          target: { kind: 'role', id, name },
          ...logged(values(before), values(after)),
          data: { roleId: id, name },
        });
        await announce(trx, enterpriseId, before);
      }),

    copy: (actor: Actor, principal: Principal, role: NamedRole, name?: string): Promise<{ id: number; name: string }> =>
      parts.db.transaction(async (trx) => {
        const caller = await locked(trx, principal);
        const { enterpriseId } = actor;
        const original = await found(trx, enterpriseId, role.id);
        refuseLack(actor.lang, caller, original);
        const repo = organisationRepo(parts.tables.within(trx), enterpriseId);
        const all = await repo.roles();
        const made =
          name ??
          copyName(
            roleNames(actor.lang, [original]),
            translate(actor.lang, 'roles.copyWord'),
            all.map((one) => one.name),
          );
        const { kind, access, view_range, content_access, data_board_access, module_permission } = original;
        const id = await store(trx, actor, {
          name: made,
          kind,
          access,
          view_range,
          content_access,
          data_board_access,
          module_permission,
        });
        const placed = sortedBehind(await repo.roles(), id, original.id);
        for (const one of placed) await repoIn(trx, enterpriseId).setSort(one.id, one.sort);
        return { id, name: made };
      }),

    del: (actor: Actor, principal: Principal, role: NamedRole, version: number): Promise<void> =>
      parts.db.transaction(async (trx) => {
        const caller = await locked(trx, principal);
        const { enterpriseId } = actor;
        const before = await found(trx, enterpriseId, role.id);
        if (before.is_system) throw fail.wrongState('roles.why.standard');
        refuseLack(actor.lang, caller, before);
        const why = whyNotDeleted(caller, before);
        if (why) throw fail.of(CODES.denied, why);
        const used = (await parts.uses.of('role', enterpriseId, [before.id], trx)).get(before.id);
        if (used) throw inUse(actor.lang, before, used, { key: 'roles.inUse' });
        await removeRow(parts.tables.within(trx), 'role', { enterpriseId, id: before.id, version });
        await parts.bus.emit(trx, RoleRemoved, {
          actor,
          target: { kind: 'role', id: before.id, name: before.name },
          data: { roleId: before.id, name: before.name },
        });
        await announce(trx, enterpriseId, null);
      }),

    sort: (actor: Actor, principal: Principal, role: NamedRole, after: NamedRole | null): Promise<void> =>
      parts.db.transaction(async (trx) => {
        await locked(trx, principal);
        const { enterpriseId } = actor;
        const moved = await found(trx, enterpriseId, role.id);
        const all = await organisationRepo(parts.tables.within(trx), enterpriseId).roles();
        const placed = sortedBehind(all, role.id, after?.id ?? null);
        for (const one of placed) await repoIn(trx, enterpriseId).setSort(one.id, one.sort);
        await parts.bus.emit(trx, RoleSorted, {
          actor,
          target: { kind: 'role', id: moved.id, name: moved.name },
          data: { roleId: moved.id, name: moved.name },
        });
        await announce(trx, enterpriseId, null);
      }),
  };
}
