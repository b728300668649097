import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { ViewpointState } from '@prdm/contract/models';
import type { Principal } from '@prdm/access';
import type { ModuleDb } from '../../platform/db.ts';
import type { Organisation } from '../organisation/index.ts';
import { mayChange } from './kinds.ts';
import { visibleModels } from './models.list.ts';
import type { ModelsTables } from './models.repo.ts';
import type { ModelState } from './models.service.ts';
import { versionsRepo } from './versions/versions.repo.ts';
import { viewpointsRepo } from './viewpoints.repo.ts';
import type { ViewpointRow } from './viewpoints.service.ts';

interface ReadingParts {
  readonly tables: ModuleDb<ModelsTables>;
  readonly organisation: Pick<Organisation, 'names'>;
}

type Names = Awaited<ReturnType<Organisation['names']>>;
const nameIn = (names: Names, id: number): string => names.get(id)?.name ?? '';

/** Versions of a model that viewpoints refer to. */
interface Versions {
  readonly numbers: ReadonlyMap<number, number>;
  /** The newest version that can be opened. */
  readonly newest: number | undefined;
}

async function versionsOf(
  parts: ReadingParts,
  enterpriseId: number,
  modelId: number,
  rows: readonly ViewpointRow[],
): Promise<Versions> {
  const repo = versionsRepo(parts.tables.read, enterpriseId);
  const [known, newest] = await Promise.all([
    repo.byIds([...new Set(rows.flatMap((row) => row.model_version_id ?? []))]),
    repo.newestDrawn(modelId),
  ]);
  return { numbers: new Map(known.map((version) => [version.id, version.version_no])), newest: newest?.version_no };
}

/** A viewpoint in the form for one reader. */
const presented = (principal: Principal, names: Names, versions: Versions, row: ViewpointRow, comments: number) => {
  const no = versions.numbers.get(row.model_version_id ?? 0) ?? null;
  const isTheirs = mayChange(principal, row.project_id, row.created_by);
  return {
    id: row.id,
    model_id: row.model_id,
    name: row.name,
    state: row.state as unknown as ViewpointState,
    has_thumb: row.has_thumb,
    created_by: row.created_by,
    created_by_name: nameIn(names, row.created_by),
    created_at: wireTime(row.created_at),
    version: row.version,
    version_id: row.model_version_id,
    version_no: no,
    is_newest: no === null || versions.newest === undefined || no >= versions.newest,
    comment_count: comments,
    can: { edit: isTheirs, del: isTheirs },
  };
};

export async function listViewpoints(
  parts: ReadingParts,
  principal: Principal,
  model: Pick<ModelState, 'id'>,
  paging: { page: number; size: number; ispage?: 'not' | undefined },
) {
  const repo = viewpointsRepo(parts.tables.read, principal.enterpriseId);
  const { page, size } = paging;
  const isWhole = paging.ispage === 'not';
  const [rows, total] = await Promise.all([
    repo.list(model.id, isWhole ? { limit: LIMITS.unpagedMax, offset: 0 } : { limit: size, offset: (page - 1) * size }),
    repo.count(model.id),
  ]);
  const [names, comments, versions] = await Promise.all([
    parts.organisation.names(
      principal.enterpriseId,
      rows.map((row) => row.created_by),
    ),
    repo.commentCounts(rows.map((row) => row.id)),
    versionsOf(parts, principal.enterpriseId, model.id, rows),
  ]);
  const list = rows.map((row) => presented(principal, names, versions, row, comments.get(row.id) ?? 0));
  return isWhole ? { list, total } : { list, total, page, size };
}

/** Viewpoints of all models of a project that the reader may see, to choose from. */
export async function viewpointsOfProject(
  parts: ReadingParts & Parameters<typeof visibleModels>[0],
  principal: Principal,
  projectId: number,
  { word = '', page, size }: { word?: string; page: number; size: number },
) {
  const { enterpriseId } = principal;
  const models = await visibleModels(parts, principal, projectId);
  const lowered = word.toLowerCase();
  const named = [...models].filter(([, name]) => name.toLowerCase().includes(lowered)).map(([id]) => id);
  const repo = viewpointsRepo(parts.tables.read, enterpriseId);
  const [ids, search] = [[...models.keys()], { word, named }];
  const [rows, total] = await Promise.all([
    repo.ofModels(ids, search, { limit: size, offset: (page - 1) * size }),
    repo.countOfModels(ids, search),
  ]);
  const [names, versions] = await Promise.all([
    parts.organisation.names(
      enterpriseId,
      rows.map((row) => row.created_by),
    ),
    versionsRepo(parts.tables.read, enterpriseId).byIds([
      ...new Set(rows.flatMap((row) => row.model_version_id ?? [])),
    ]),
  ]);
  const numbers = new Map(versions.map(({ id, version_no }) => [id, version_no]));
  const list = rows.map((row) => ({
    id: row.id,
    name: row.name,
    model_id: row.model_id,
    model_name: models.get(row.model_id) ?? '',
    version_no: numbers.get(row.model_version_id ?? 0) ?? null,
    has_thumb: row.has_thumb,
    created_by_name: nameIn(names, row.created_by),
    created_at: wireTime(row.created_at),
  }));
  return { list, total, page, size };
}

/** A viewpoint with its comments. */
export async function viewpointInfo(parts: ReadingParts, principal: Principal, row: ViewpointRow) {
  const comments = await viewpointsRepo(parts.tables.read, principal.enterpriseId).comments(row.id);
  const names = await parts.organisation.names(principal.enterpriseId, [
    row.created_by,
    ...comments.map((entry) => entry.user_id),
  ]);
  const versions = await versionsOf(parts, principal.enterpriseId, row.model_id, [row]);
  return {
    ...presented(principal, names, versions, row, comments.length),
    comments: comments.map((entry) => ({
      id: entry.id,
      user_id: entry.user_id,
      user_name: nameIn(names, entry.user_id),
      content: entry.content,
      at: wireTime(entry.at),
      can: { del: mayChange(principal, row.project_id, entry.user_id) },
    })),
  };
}
