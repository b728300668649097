import { seesProject, type Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import { entryType } from '@prdm/contract/kit/file-names';
import { isMember } from '../../../platform/http/subjects.ts';
import { askerOf } from '../asker.ts';
import type { Parts } from '../parts.ts';
import { findRepo, type WantedEverywhere } from './find.repo.ts';

const PAIR = 2;

/**
 * Files and folders by name over several projects that the reader may enter, the last changed one first. A word of one character finds
 * nothing, because most names contain it.
 */
export async function findEverywhere(parts: Pick<Parts, 'tables'>, principal: Principal, given: WantedEverywhere) {
  // A reader by the data range holds no folder right.
  const isOwn = (id: number): boolean => seesProject(principal, id) || isMember(principal, id);
  const wanted = { ...given, projectIds: given.projectIds.filter(isOwn) };
  if ([...wanted.word].length < PAIR || wanted.projectIds.length === 0) return [];
  const repo = findRepo(parts.tables.read, principal.enterpriseId);
  const asker = askerOf(principal, wanted.projectIds);
  const { list, since } = await repo.newest(asker, wanted);
  const last = list[wanted.limit - 1];
  const isComplete = since === null || (last !== undefined && last.updated_at >= since);
  const entries = isComplete ? list : await repo.indexed(asker, wanted);
  return entries.map(({ kind, id, name, project_id, folder_id, updated_at, crumbs }) => ({
    kind,
    id,
    name,
    type: entryType(kind, name),
    project_id,
    folder_id,
    crumbs: [...crumbs],
    updated_at: wireTime(updated_at),
  }));
}
