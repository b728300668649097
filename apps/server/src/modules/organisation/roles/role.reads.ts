import {
  hidesProject,
  highestLevels,
  levelOf,
  widestRange,
  seesContent,
  VIEW_RANGES,
  type Principal,
} from '@prdm/access';
import { MONEY_MODULES } from '@prdm/contract/kit/money';
import { CONTENT_KEYS, type roleInfo, type roleUsers } from '@prdm/contract/organisation/roles';
import { LIMITS } from '@prdm/contract/limits';
import { STORED_NODES, type RoleKind } from '@prdm/contract/nodes';
import type { Lang } from '@prdm/locales';
import type { z } from 'zod';
import { fail } from '../../../platform/errors.ts';
import { pageOf, windowOf, type Paging } from '../../../platform/entity/paging.ts';
import { partsOf } from '../../../platform/statements/word-search.ts';
import { writeSheet, type SheetColumn } from '../../../platform/sheets/write-sheet.ts';
import { translate } from '../../../platform/translate.ts';
import { roleNames } from '../caller.ts';
import { mayGive } from '../kinds.ts';
import { organisationRepo } from '../organisation.repo.ts';
import { peopleByIds } from '../people.ts';
import type { RoleParts } from './role.parts.ts';
import { rightName } from './role.refusals.ts';
import { roleRepo, type StoredRoleRow } from './role.repo.ts';
import { holdsStored, levelsOf, whyNotChanged, whyNotCopied, whyNotDeleted } from './role.rules.ts';

type Info = z.output<typeof roleInfo.output>;
type HolderRow = z.output<typeof roleUsers.output>['list'][number];

const can = (principal: Principal, role: StoredRoleRow): Info['can'] => ({
  edit: whyNotChanged(principal, role) ?? true,
  copy: whyNotCopied(principal, role) ?? true,
  del: whyNotDeleted(principal, role) ?? true,
});

/** Reads of roles for the people who keep them. */
export function roleReads(parts: RoleParts) {
  const repoOf = (enterpriseId: number) => roleRepo(parts.tables.read, enterpriseId);

  /** The number of people with each role: holders of an enterprise role, project members with a project role. */
  async function counts(
    enterpriseId: number,
    roles: readonly { readonly id: number; readonly kind: string }[],
  ): Promise<ReadonlyMap<number, number>> {
    const ids = roles.map(({ id }) => id);
    const used = await parts.uses.of('role', enterpriseId, ids);
    const count = (id: number, who: string): number => used.get(id)?.by.find(({ by }) => by === who)?.count ?? 0;
    return new Map(roles.map(({ id, kind }) => [id, count(id, kind === 'project' ? 'member' : 'user')]));
  }

  /** All roles in their order. Reasons stand only in the answer to a caller with Role-index. */
  async function list(principal: Principal) {
    const roles = await organisationRepo(parts.tables.read, principal.enterpriseId).roles();
    const holders = await counts(principal.enterpriseId, roles);
    const keeps = holdsStored(principal, 'home-Role-index');
    return roles.map((role) => ({
      ...role,
      kind: role.kind as RoleKind,
      module_permission: { ...levelsOf(role) },
      holders: holders.get(role.id) ?? 0,
      can_give: mayGive(principal, role),
      ...(keeps ? { can: can(principal, role) } : {}),
    }));
  }

  async function role(enterpriseId: number, id: number): Promise<StoredRoleRow> {
    const row = await repoOf(enterpriseId).role(id);
    if (!row) throw fail.notFound();
    return row;
  }

  /** The members with a project role and the projects in which they hold it, by name. Projects that are hidden from the reader are left out. */
  async function members(principal: Principal, id: number): Promise<{ id: number; projects: HolderRow['projects'] }[]> {
    const rows = await parts.projectRoles().holdersOf(principal.enterpriseId, id);
    const byPerson = new Map<number, HolderRow['projects']>();
    for (const row of rows)
      byPerson.set(row.user_id, [
        ...(byPerson.get(row.user_id) ?? []),
        ...(hidesProject(principal, row.project_id) ? [] : [{ id: row.project_id, name: row.project_name }]),
      ]);
    return [...byPerson].map(([userId, projects]) => ({ id: userId, projects }));
  }

  async function shown(
    enterpriseId: number,
    rows: readonly { id: number; projects: HolderRow['projects'] }[],
  ): Promise<HolderRow[]> {
    const ids = rows.map(({ id }) => id);
    const people = await peopleByIds(parts, enterpriseId, ids);
    return rows.flatMap(({ id, projects }) => {
      const person = people.get(id);
      if (!person) return [];
      const { name, thumb, status, departmentName, positionName } = person;
      return [{ id, name, thumb, status, department_name: departmentName, position_name: positionName, projects }];
    });
  }

  return {
    list,

    async info(principal: Principal, id: number): Promise<Info> {
      const row = await role(principal.enterpriseId, id);
      return {
        ...row,
        kind: row.kind as RoleKind,
        access: [...row.access],
        view_range: VIEW_RANGES.find((range) => range === row.view_range) ?? 'self',
        content_access: CONTENT_KEYS.filter((key) => row.content_access.includes(key)),
        data_board_access: [...row.data_board_access],
        module_permission: allLevels(row),
        holders: (await counts(principal.enterpriseId, [row])).get(id) ?? 0,
        can_give: mayGive(principal, row) && row.key !== 'employee',
        can: can(principal, row),
      };
    },

    async users(principal: Principal, id: number, query: Paging & { word?: string }) {
      const { enterpriseId } = principal;
      const { kind } = await role(enterpriseId, id);
      const window = windowOf(query);
      if (kind !== 'project') {
        const repo = repoOf(enterpriseId);
        const [ids, total] = await Promise.all([
          repo.holders(id, query.word, window),
          repo.countHolders(id, query.word),
        ]);
        const rows = await shown(
          enterpriseId,
          ids.map((userId) => ({ id: userId, projects: [] })),
        );
        return pageOf(query, rows, total);
      }
      const words = partsOf(query.word ?? '');
      const everybody = await shown(enterpriseId, await members(principal, id));
      const rows = everybody.filter(({ name }) => words.every((part) => name.toLowerCase().includes(part)));
      return pageOf(query, rows.slice(window.offset, window.offset + window.limit), rows.length);
    },

    /** Everything that a role can hold, with what the caller may grant. */
    nodes(principal: Principal) {
      return {
        nodes: STORED_NODES.map((node) => ({ node, range: widestRange(principal, node) })),
        contents: CONTENT_KEYS.map((key) => ({ key, can: seesContent(principal, key) })),
        levels: MONEY_MODULES.map((module) => ({ module, most: levelOf(principal, module) })),
      };
    },

    /** The roles as a spreadsheet: name, kind, holders and the parts, as on the page. */
    async sheet(principal: Principal, lang: Lang, query: { word?: string; kind?: RoleKind }): Promise<Uint8Array> {
      const words = partsOf(query.word ?? '');
      const rows = (await list(principal))
        .map((row) => ({ ...row, shown: roleNames(lang, [row]) }))
        .filter(({ kind, shown: name }) =>
          query.kind === undefined || query.kind === kind ? hasAll(name, words) : false,
        );
      if (rows.length > LIMITS.exportMax) throw fail.invalid('word', 'records.exportTooMany');
      type Row = (typeof rows)[number];
      const column = (title: string, value: (row: Row) => string | number, kind?: 'number'): SheetColumn<Row> => ({
        title,
        value,
        ...(kind ? { kind } : { width: 30 }),
      });
      const and = translate(lang, 'records.and');
      return writeSheet<Row>({
        name: translate(lang, 'roles.titles.list'),
        columns: [
          column(translate(lang, 'roles.field.name'), (row) => row.shown),
          column(translate(lang, 'roles.field.kind'), (row) => translate(lang, `organisation.roleKind.${row.kind}`)),
          column(translate(lang, 'roles.field.holders'), (row) => row.holders, 'number'),
          column(translate(lang, 'roles.part.access'), (row) =>
            row.access.map((key) => rightName(lang, { part: 'access', key })).join(and),
          ),
          column(translate(lang, 'roles.part.view_range'), (row) =>
            row.kind === 'project' ? '' : rightName(lang, { part: 'view_range', key: row.view_range }),
          ),
          column(translate(lang, 'roles.part.module_permission'), (row) =>
            Object.entries(row.module_permission)
              .filter(([, level]) => level > 0)
              .map(([key, level]) => `${rightName(lang, { part: 'module_permission', key })} ${level}`)
              .join(and),
          ),
        ],
        rows,
        reader: principal,
      });
    },
  };
}

/** The stored level of every module. */
function allLevels({ module_permission: stored }: StoredRoleRow): Info['module_permission'] {
  const levels = new Map(Object.entries(highestLevels([stored as Record<string, unknown>])));
  return Object.fromEntries(
    MONEY_MODULES.map((module) => [module, levels.get(module) ?? 0]),
  ) as Info['module_permission'];
}

const hasAll = (name: string, words: readonly string[]): boolean =>
  words.every((word) => name.toLowerCase().includes(word));
