import { sql } from 'kysely';
import type { Principal } from '@prdm/access';
import * as contract from '@prdm/contract/organisation/entities';
import { LIMITS } from '@prdm/contract/limits';
import type { Lang } from '@prdm/locales';
import type { ModuleDb } from '../../../platform/db.ts';
import {
  entity,
  refColumn,
  textColumn,
  usedIn,
  type EntityParts,
  type EntryRow,
  type Uses,
} from '../../../platform/entity/index.ts';
import { translate } from '../../../platform/translate.ts';
import { holdsNodesAnywhere } from '../../../platform/http/subjects.ts';
import { seesStaff, staffRange } from '../staff/staff-range.ts';
import { departmentsRepo } from '../departments/departments.repo.ts';
import { withBelow } from '../../../platform/entity/tree.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import type { PersonLine, PersonName } from '../people.ts';
import { entitiesRepo } from './entities.repo.ts';
import { positionImport } from './position-import.ts';
import { positionEvents, positionTemplateEvents, userGroupEvents } from './entities.events.ts';

export interface OrganisationEntityParts extends EntityParts<OrganisationTables> {
  readonly names: (enterpriseId: number, ids: readonly number[]) => Promise<Map<number, PersonName>>;
  readonly people: (enterpriseId: number, ids: readonly number[]) => Promise<Map<number, PersonLine>>;
  readonly isPartner: (principal: Principal) => Promise<boolean>;
}

const idsIn = (rows: readonly EntryRow[], column: string): number[] => [
  ...new Set(rows.flatMap((row) => (row[column] as number | number[] | null) ?? [])),
];
const namesIn = (list: unknown, lang: Lang): string =>
  (list as { name: string }[]).map(({ name }) => name).join(translate(lang, 'records.and'));
const nameOf = (rows: readonly { id: number; name: string }[]) => {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id: unknown): string => names.get((id as number | null) ?? 0) ?? '';
};

/** Common positions, positions and user groups. The structure of the company is internal: invited partners see none. */
export function createEntities(parts: OrganisationEntityParts) {
  const isSeenBy = async (principal: Principal): Promise<boolean> => !(await parts.isPartner(principal));
  const departments = (enterpriseId: number) => departmentsRepo(parts.tables.read, enterpriseId);
  const repo = (enterpriseId: number) => entitiesRepo(parts.tables.read, enterpriseId);

  const positionTemplate = entity(parts, {
    calls: contract.positionTemplates,
    events: positionTemplateEvents,
    table: 'position_template',
    columns: [textColumn('duties'), textColumn('level')],
    unique: { position_template_name: 'name' },
    isSeenBy,
  });

  const position = entity(parts, {
    calls: contract.positions,
    events: positionEvents,
    table: 'position',
    columns: [refColumn('department_id', 'department'), refColumn('position_template_id', 'position_template')],
    unique: { position_name: 'name' },
    most: LIMITS.positionsMax,
    isSeenBy,
    async shown(enterpriseId, rows) {
      const [places, templates] = await Promise.all([
        departments(enterpriseId).byIds(idsIn(rows, 'department_id')),
        repo(enterpriseId).templateNames(idsIn(rows, 'position_template_id')),
      ]);
      const [placeOf, templateOf] = [nameOf(places), nameOf(templates)];
      return rows.map((row) => ({
        department_name: placeOf(row['department_id']),
        position_template_name: templateOf(row['position_template_id']),
      }));
    },
  });

  const userGroup = entity(parts, {
    calls: contract.userGroups,
    events: userGroupEvents,
    table: 'user_group',
    columns: [textColumn('purpose')],
    links: [
      { field: 'user_ids', table: 'user_group_person', owner: 'group_id', column: 'user_id', refers: 'user' },
      {
        field: 'department_ids',
        table: 'user_group_department',
        owner: 'group_id',
        column: 'department_id',
        refers: 'department',
      },
    ],
    unique: { user_group_name: 'name' },
    exported: [
      { field: 'user_ids', value: ({ users }, lang) => namesIn(users, lang) },
      { field: 'department_ids', value: (row, lang) => namesIn(row['departments'], lang) },
      { field: 'members', kind: 'number', value: ({ members }) => members as number },
    ],
    isSeenBy,
    async shown(enterpriseId, rows, principal) {
      const mayRead = holdsNodesAnywhere(principal, contract.userGroups.edit);
      const tree = await departments(enterpriseId).all();
      const below = rows.flatMap((row) =>
        (row['department_ids'] as number[]).flatMap((id) =>
          withBelow(tree, id).map((departmentId) => ({ groupId: row.id, departmentId })),
        ),
      );
      const [people, members] = await Promise.all([
        parts.names(enterpriseId, mayRead ? idsIn(rows, 'user_ids') : []),
        repo(enterpriseId).members(
          rows.map(({ id }) => id),
          below,
        ),
      ]);
      const placeOf = nameOf(tree);
      return rows.map((row) => ({
        users: (row['user_ids'] as number[]).flatMap((id) => people.get(id) ?? []),
        departments: (row['department_ids'] as number[]).map((id) => ({ id, name: placeOf(id) })),
        members: members.get(row.id) ?? 0,
      }));
    },
  });

  return {
    positionImport: positionImport({ ...parts, position }),
    positionTemplate,
    position,
    userGroup,
    /** The people of a position who have not left, as far as the caller sees them in lists. */
    async members(principal: Principal, positionId: number) {
      const { enterpriseId } = principal;
      const range = staffRange(principal, 'read');
      const holders = await repo(enterpriseId).holders(positionId);
      const ids = holders.filter((one) => seesStaff(range, one)).map(({ user_id }) => user_id);
      const people = await parts.people(enterpriseId, ids);
      const list = ids.flatMap((id) => people.get(id) ?? []);
      return { list: list.map((one) => ({ ...one, department_name: one.departmentName })), total: list.length };
    },
  };
}
export type OrganisationEntities = ReturnType<typeof createEntities>;

/** The columns of staff records that name entries and departments. */
export function registerUses(uses: Uses, tables: ModuleDb<OrganisationTables>): void {
  const ofStaff = (column: string) =>
    usedIn(tables, 'user', { table: 'staff', column, only: sql`r.status <> 'former'` });
  uses.register('position', ofStaff('position_id'));
  uses.register('profession', ofStaff('profession_id'));
  uses.register('company', ofStaff('company_id'));
  uses.register('position_title', ofStaff('position_title_id'));
  uses.register('department', ofStaff('department_id'));
}
