import { wireTime } from '@prdm/contract/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { ViewpointState } from '@prdm/contract/models';
import type { Principal } from '@prdm/access';
import type { Lent } from '../../platform/db.ts';
import type { Organisation } from '../organisation/index.ts';
import { mayChange } from './kinds.ts';
import type { ModelsTables } from './models.repo.ts';
import type { ModelState } from './models.service.ts';
import { viewpointsRepo } from './viewpoints.repo.ts';
import type { ViewpointRow } from './viewpoints.service.ts';

interface ReadingParts {
  readonly tables: Lent<ModelsTables>;
  readonly organisation: Pick<Organisation, 'names'>;
}

type Names = Awaited<ReturnType<Organisation['names']>>;
const nameIn = (names: Names, id: number): string => names.get(id)?.name ?? '';

/** A viewpoint as one reader sees it. */
const presented = (principal: Principal, names: Names, row: ViewpointRow, comments: number) => {
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
    comment_count: comments,
    can: { edit: isTheirs, del: isTheirs },
  };
};

/** The viewpoints of a model, newest first. */
export async function listViewpoints(
  parts: ReadingParts,
  principal: Principal,
  model: Pick<ModelState, 'id'>,
  cut: { page: number; size: number; ispage?: 'not' | undefined },
) {
  const repo = viewpointsRepo(parts.tables.read, principal.enterpriseId);
  const { page, size } = cut;
  const isWhole = cut.ispage === 'not';
  const [rows, total] = await Promise.all([
    repo.list(model.id, isWhole ? { limit: LIMITS.unpagedMax, offset: 0 } : { limit: size, offset: (page - 1) * size }),
    repo.count(model.id),
  ]);
  const [names, comments] = await Promise.all([
    parts.organisation.names(
      principal.enterpriseId,
      rows.map((row) => row.created_by),
    ),
    repo.commentCounts(rows.map((row) => row.id)),
  ]);
  const list = rows.map((row) => presented(principal, names, row, comments.get(row.id) ?? 0));
  return isWhole ? { list, total } : { list, total, page, size };
}

/** A viewpoint with what was said of it. */
export async function viewpointInfo(parts: ReadingParts, principal: Principal, row: ViewpointRow) {
  const comments = await viewpointsRepo(parts.tables.read, principal.enterpriseId).comments(row.id);
  const names = await parts.organisation.names(principal.enterpriseId, [
    row.created_by,
    ...comments.map((entry) => entry.user_id),
  ]);
  return {
    ...presented(principal, names, row, comments.length),
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
