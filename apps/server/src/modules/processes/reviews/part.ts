import { seesContent, type Principal } from '@prdm/access';
import { Content } from '../../../platform/content/content.ts';
import { deputyIn } from '../delegations/shares.ts';
import type { ProcessesParts } from '../process-change.ts';
import type { SubjectKey } from '../process.types.ts';
import { subjectKey } from '../subject-key.ts';
import { reviewListsRepo } from './reviews.repo.ts';

interface OfReview {
  readonly processId: number;
  readonly projectId: number | null;
  readonly subject: SubjectKey;
}

/**
 * Those of the processes whose opinions the person may read: all where a role shows opinions of others, else those in
 * which the person has a part. A part has: starter, executor, deputy, transfer target, carbon copy, author of the work,
 * and the people whom the owner of the subject names (`concerned`).
 */
export async function opinionsOpenIn(
  parts: ProcessesParts,
  principal: Principal,
  processes: readonly OfReview[],
): Promise<ReadonlySet<number>> {
  const { enterpriseId, userId } = principal;
  const closed = processes.filter(({ projectId }) => !seesContent(principal, 'opinions', projectId));
  const open = processes.filter((process) => !closed.includes(process)).map(({ processId }) => processId);
  if (closed.length === 0) return new Set(open);
  const ids = closed.map(({ processId }) => processId);
  const subjects = closed.map(({ subject }) => subject);
  const [concerning, deputed, authors, concerned] = await Promise.all([
    reviewListsRepo(parts.tables.read, enterpriseId).concerning(userId, ids),
    deputyIn(parts, enterpriseId, userId, ids),
    parts.registry.authorsOfMany(enterpriseId, subjects),
    parts.registry.concernedIn(enterpriseId, subjects),
  ]);
  const isOwn = ({ processId, subject }: OfReview): boolean =>
    concerning.has(processId) ||
    deputed.processIds.has(processId) ||
    [authors, concerned].some((people) => people.get(subjectKey(subject))?.includes(userId) === true);
  return new Set([...open, ...closed.filter(isOwn).map(({ processId }) => processId)]);
}

/** Text of a review for one reader. `isOpen`: the result of `opinionsOpenIn`. */
export const opinionFor = <T>(
  { userId }: Pick<Principal, 'userId'>,
  { isOpen, projectId }: { isOpen: boolean; projectId: number | null },
  value: T,
): Content<'opinions', T> => new Content('opinions', value, { people: isOpen ? [userId] : [], projectId });
