import { hidesProject, type Principal } from '@prdm/access';
import {
  ITEM_KINDS,
  WORK_KIND_OF,
  type ItemKind,
  type WorkItem,
  type WorkKind,
} from '@prdm/contract/organisation/work';
import type { ModuleDb, Trx } from '../../../../platform/db.ts';
import { ALLOWED, refusedBecause } from '../../../../platform/http/decisions.ts';
import type { SubjectKind } from '../../../../platform/http/subjects.ts';
import { departmentsRepo } from '../../departments/departments.repo.ts';
import { leadingRepo } from '../../leading/leading.repo.ts';
import type { OrganisationTables } from '../../organisation.repo.ts';
import { staffRepo } from '../staff.repo.ts';

/** A record of another area that a person can hand over. The area writes no texts. */
export interface HeldItem {
  readonly id: number;
  readonly name: string;
  readonly projectId: number | null;
}

/** The records of one kind that people hold. Each area registers its own. */
export interface ItemSource {
  /** Records that the person holds and that a hand-over moves, in the order of projects. */
  readonly heldBy: (trx: Trx, enterpriseId: number, userId: number) => Promise<readonly HeldItem[]>;
  /** Existing records, whoever holds them. */
  readonly byIds: (enterpriseId: number, ids: readonly number[], trx?: Trx) => Promise<readonly HeldItem[]>;
}
export type ItemSources = ReadonlyMap<ItemKind, ItemSource>;

interface Parts {
  readonly tables: ModuleDb<OrganisationTables>;
  readonly itemSources: ItemSources;
}

/** People and departments that the person leads. Former people are no work. */
export const ledSources = ({ tables }: Pick<Parts, 'tables'>): [ItemKind, ItemSource][] => [
  [
    'report',
    {
      async heldBy(trx, enterpriseId, userId) {
        const reports = await leadingRepo(tables.within(trx), enterpriseId).reports(userId);
        return reports
          .filter(({ status }) => status !== 'former')
          .map(({ user_id: id, name }) => ({ id, name, projectId: null }));
      },
      async byIds(enterpriseId, ids) {
        const people = await staffRepo(tables.read, enterpriseId).byIds(ids);
        return people.map(({ user_id: id, name }) => ({ id, name, projectId: null }));
      },
    },
  ],
  [
    'department',
    {
      async heldBy(trx, enterpriseId, userId) {
        const led = await leadingRepo(tables.within(trx), enterpriseId).departments(userId);
        return led.map(({ id, name }) => ({ id, name, projectId: null }));
      },
      async byIds(enterpriseId, ids) {
        const found = await departmentsRepo(tables.read, enterpriseId).byIds(ids);
        return found.flatMap(({ id, name, deleted_at: deleted }) => (deleted ? [] : [{ id, name, projectId: null }]));
      },
    },
  ],
];

/** The key of an item on the wire. */
export const itemKey = ({ kind, id }: { readonly kind: ItemKind; readonly id: number }): string => `${kind}:${id}`;

/** An item that a call names. */
export interface NamedItem extends HeldItem {
  readonly kind: ItemKind;
}

/**
 * Items of work by key. An item of a project that is hidden from the caller answers like a missing one. Whether the person
 * still holds it is judged by the hand-over, under its locks.
 */
export function workItemKind({ itemSources }: Parts): SubjectKind<NamedItem, 'work_item'> {
  const loadByKey: NonNullable<SubjectKind<NamedItem>['loadByKey']> = async (principal, keys) => {
    const wanted = Map.groupBy(
      keys.map((key) => key.split(':') as [ItemKind, string]),
      ([kind]) => kind,
    );
    const found = await Promise.all(
      [...wanted].map(async ([kind, some]) => {
        const ids = some.map(([, id]) => Number(id));
        const items = (await itemSources.get(kind)?.byIds(principal.enterpriseId, ids)) ?? [];
        return items.map((item) => ({ ...item, kind }));
      }),
    );
    return found.flat().flatMap((item) =>
      hidesProject(principal, item.projectId)
        ? []
        : [
            {
              id: item.id,
              key: itemKey(item),
              row: item,
              // The call is one of the enterprise: its caller need not be a member of the project.
              projectId: null,
              visible: true,
              may: (right) => (right === 'handOver' ? ALLOWED : refusedBecause(right)),
            },
          ],
    );
  };
  return { kind: 'work_item', scope: 'enterprise', load: () => Promise.resolve([]), loadByKey };
}

export interface WorkList {
  readonly list: WorkItem[];
  readonly total: number;
  /** Items of hidden projects by kind. */
  readonly hidden: { kind: WorkKind; count: number }[];
}

/** The items that a person holds, as far as the caller may see them, in the order of the kinds. */
export async function workItems(
  { itemSources }: Parts,
  trx: Trx,
  principal: Principal,
  userId: number,
  window: { offset: number; limit: number },
): Promise<WorkList> {
  const { enterpriseId } = principal;
  const shown: (HeldItem & { kind: ItemKind })[] = [];
  const hidden = new Map<WorkKind, number>();
  for (const kind of ITEM_KINDS)
    for (const item of (await itemSources.get(kind)?.heldBy(trx, enterpriseId, userId)) ?? []) {
      const workKind = WORK_KIND_OF[kind];
      if (hidesProject(principal, item.projectId)) hidden.set(workKind, (hidden.get(workKind) ?? 0) + 1);
      else shown.push({ ...item, kind });
    }
  const page = shown.slice(window.offset, window.offset + window.limit);
  const projectIds = [...new Set(page.flatMap(({ projectId }) => projectId ?? []))];
  const projects = (await itemSources.get('project')?.byIds(enterpriseId, projectIds, trx)) ?? [];
  const nameOf = new Map(projects.map(({ id, name }) => [id, name]));
  return {
    list: page.map(({ kind, id, name, projectId }) => ({
      key: itemKey({ kind, id }),
      kind,
      name,
      project_name: kind === 'project' ? '' : (nameOf.get(projectId ?? 0) ?? ''),
    })),
    total: shown.length,
    hidden: [...hidden].map(([kind, count]) => ({ kind, count })),
  };
}
