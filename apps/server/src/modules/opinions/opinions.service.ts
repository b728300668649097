import { LIMITS } from '@prdm/contract/limits';
import type { OpinionGrade } from '@prdm/contract/processes/opinions';
import type { EventKind } from '../../platform/bus.ts';
import { Content } from '../../platform/content/content.ts';
import type { Trx } from '../../platform/db.ts';
import { changeRow, removeRow } from '../../platform/entity/rows.ts';
import { fail, type AppError } from '../../platform/errors.ts';
import type { Authorized } from '../../platform/ids/authorized.ts';
import type { LockedStanding } from '../processes/index.ts';
import {
  OpinionClosed,
  OpinionDeleted,
  OpinionEdited,
  OpinionKept,
  OpinionRaised,
  OpinionReopened,
  OpinionReplied,
  type OfOpinion,
} from './opinions.events.ts';
import { placeColumns, type PlaceGiven } from './opinions.place.ts';
import { opinionsRepo, type StoredOpinion } from './opinions.repo.ts';
import {
  behalfOf,
  isWorker,
  mayChange,
  obstacleTo,
  stageOf,
  STATE_AFTER,
  type Obstacle,
  type OpinionChange,
} from './opinions.rules.ts';
import { courseOf, type OpinionParts, type Who } from './parts.ts';

export type OfProcess = Authorized<Parameters<typeof placeColumns>[2], 'read', 'process'>;
export type Opinion = Authorized<StoredOpinion, 'read', 'opinion'>;

/**
 * Raises an opinion under the lock of the process, so no stage passes meanwhile. Throws 1005 for a person without an
 * assignment in the round, 1008 when the process is not under review or has LIMITS.opinionsMax opinions.
 */
export async function raise(
  parts: OpinionParts,
  { actor, principal }: Who,
  process: OfProcess,
  given: PlaceGiven & { readonly grade: OpinionGrade; readonly text: string },
): Promise<{ id: number; no: number }> {
  const columns = await placeColumns(parts.models, principal, process.row, given);
  return parts.db.transaction(async (trx) => {
    const { enterpriseId, userId } = actor;
    const standing = await parts.processes.lockStanding(trx, actor, process.id);
    if (standing.status === 'cancelled') throw fail.notFound();
    const course = await courseOf(parts, trx, enterpriseId, { standing, userIds: [userId] });
    const raised = stageOf(standing, userId);
    if (!raised || course.gone.has(userId)) throw fail.denied();
    if (standing.status !== 'under_review') throw fail.wrongState('opinions.notUnderReview');
    const repo = opinionsRepo(parts.tables.within(trx), enterpriseId);
    const { last, present } = await repo.numbers(standing.processId);
    if (present >= LIMITS.opinionsMax) throw fail.wrongState('opinions.tooMany', { params: { n: LIMITS.opinionsMax } });
    const { grade, text } = given;
    const forUserId = raised.holderId === userId ? null : raised.holderId;
    const no = last + 1;
    const id = await repo.add({
      ...columns,
      process_id: standing.processId,
      no,
      round: standing.round,
      origin_id: raised.stage.originId,
      stage_name: raised.stage.name,
      position: raised.stage.position,
      grade,
      text,
      author_id: userId,
      for_user_id: forUserId,
      created_at: standing.at,
    });
    const entry = { opinion_id: id, user_id: userId, for_user_id: forUserId, text, at: standing.at };
    await repo.note({ ...entry, action: 'raise' });
    await happened(parts, trx, actor, standing, {
      event: OpinionRaised,
      opinion: { id, no },
      after: { grade, text: wordsIn(standing, [userId])(text), place: given.place },
      noticeIds: workers(standing),
    });
    return { id, no };
  });
}

/** Authors of the work and the starter of the present round. */
const workers = ({ authorIds, starterIds }: LockedStanding): readonly number[] => [...authorIds, ...starterIds];

/**
 * Words of an opinion as the event keeps them. The action log stores them sealed. The given people and all who have a
 * part in the round read them there without the key.
 */
function wordsIn({ authorIds, starterIds, stages, projectId }: LockedStanding, userIds: readonly number[]) {
  const deciders = stages
    .flatMap(({ assignments }) => assignments)
    .flatMap(({ userId, transferTo, decidedBy, deputy }) => [userId, transferTo, decidedBy, deputy?.userId]);
  const people = [...userIds, ...authorIds, ...starterIds, ...deciders].filter((id) => typeof id === 'number');
  return (text: string) => new Content('opinions', text, { people: [...new Set(people)], projectId });
}

const EVENTS = {
  edit: OpinionEdited,
  del: OpinionDeleted,
  reply: OpinionReplied,
  close: OpinionClosed,
  keep: OpinionKept,
  reopen: OpinionReopened,
} satisfies Record<OpinionChange, EventKind<OfOpinion>>;

export interface Changing {
  readonly version: number;
  readonly text?: string;
  readonly grade?: OpinionGrade;
}

/**
 * Changes an opinion under the lock of its process. Throws 1005 for a person without the right, 1009 for a stale
 * version, and 1008 in a state that does not allow it.
 */
export async function change(
  parts: OpinionParts,
  { actor }: Who,
  { row: { id, process_id: processId } }: Opinion,
  { what, version, text = '', grade }: Changing & { readonly what: OpinionChange },
): Promise<void> {
  await parts.db.transaction(async (trx) => {
    const { enterpriseId, userId } = actor;
    const standing = await parts.processes.lockStanding(trx, actor, processId);
    const tables = parts.tables.within(trx);
    const repo = opinionsRepo(tables, enterpriseId);
    const [opinion] = await repo.byIds([id]);
    if (!opinion || opinion.deleted_at !== null || standing.status === 'cancelled') throw fail.notFound();
    const userIds = [userId, opinion.author_id, ...(opinion.for_user_id === null ? [] : [opinion.for_user_id])];
    const course = await courseOf(parts, trx, enterpriseId, { standing, userIds });
    if (!mayChange(what, opinion, course, userId)) throw fail.denied();
    if (opinion.version !== version) throw fail.conflict();
    const obstacle = obstacleTo(what, opinion, standing);
    if (obstacle) throw refusalOf(obstacle);
    await assertRoom(repo, what, opinion);

    const seen = { enterpriseId, id, version };
    const words = wordsIn(standing, userIds);
    const before = { state: opinion.state, grade: opinion.grade, text: words(opinion.text) };
    const after = what === 'edit' ? { grade, text } : what === 'del' ? {} : { state: STATE_AFTER[what] };
    if (what === 'del') await removeRow(tables, 'opinion', seen);
    else await changeRow(tables, 'opinion', seen, after);
    if (what !== 'del')
      await repo.note({
        opinion_id: id,
        action: what,
        user_id: userId,
        for_user_id: behalfOf(opinion, course, userId),
        text,
        at: standing.at,
      });
    await happened(parts, trx, actor, standing, {
      event: EVENTS[what],
      opinion,
      before,
      after: what === 'del' ? undefined : { ...before, ...after, [what === 'edit' ? 'text' : 'note']: words(text) },
      noticeIds: noticed(what, opinion, standing),
    });
  });
}

const TEXTS = {
  ended: 'opinions.ended',
  notEnded: 'opinions.notEnded',
  answered: 'opinions.answered',
  complete: 'opinions.complete',
  notUnderReview: 'opinions.notUnderReview',
} as const;

const refusalOf = (obstacle: Obstacle): AppError =>
  obstacle === 'cancelled' ? fail.notFound() : fail.wrongState(TEXTS[obstacle]);

/** The page of a process reads all its threads, so both have a limit. An opinion can still be ended at the limit. */
async function assertRoom(
  repo: ReturnType<typeof opinionsRepo>,
  what: OpinionChange,
  { id, process_id: processId }: StoredOpinion,
): Promise<void> {
  if (what === 'del' || what === 'close' || what === 'keep') return;
  const { own, all } = await repo.countEntries(processId, id);
  if (own >= LIMITS.opinionEntriesMax)
    throw fail.wrongState('opinions.threadFull', { params: { n: LIMITS.opinionEntriesMax } });
  if (all >= LIMITS.opinionEntriesOfProcess)
    throw fail.wrongState('opinions.threadsFull', { params: { n: LIMITS.opinionEntriesOfProcess } });
}

/** An answer goes to the author of the opinion, an end and a reopening to the people who answer. */
function noticed(what: OpinionChange, opinion: StoredOpinion, standing: LockedStanding): readonly number[] {
  if (what === 'edit' || what === 'del') return [];
  if (what === 'reply') return [opinion.author_id, ...(opinion.for_user_id === null ? [] : [opinion.for_user_id])];
  return isWorker(standing, opinion.author_id) ? [] : workers(standing);
}

async function happened(
  parts: OpinionParts,
  trx: Trx,
  actor: Who['actor'],
  standing: LockedStanding,
  what: {
    readonly event: EventKind<OfOpinion>;
    readonly opinion: { readonly id: number; readonly no: number };
    readonly before?: Record<string, unknown>;
    readonly after?: Record<string, unknown>;
    readonly noticeIds: readonly number[];
  },
): Promise<void> {
  const { processId, round, projectId, subject } = standing;
  const { id, no } = what.opinion;
  await parts.bus.emit(trx, what.event, {
    actor,
    target: { kind: 'opinion', id, name: `#${no} ${subject.name}` },
    projectId,
    before: what.before,
    after: what.after,
    data: {
      opinionId: id,
      no,
      processId,
      round,
      subject,
      projectId,
      noticeIds: [...new Set(what.noticeIds)].filter((userId) => userId !== actor.userId),
      hour: standing.at.toISOString().slice(0, 'YYYY-MM-DDTHH'.length),
    },
  });
  await standing.notify();
}
