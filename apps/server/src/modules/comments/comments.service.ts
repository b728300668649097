import type { Principal } from '@prdm/access';
import type { z } from 'zod';
import type { commentRow } from '@prdm/contract/kit/comments';
import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { isReadable } from '../../platform/http/subjects.ts';
import type { Live } from '../../platform/live.ts';
import type { Identity } from '../identity/index.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';
import { CommentAdded, CommentDeleted, CommentEdited, type OfComment } from './comments.events.ts';
import { commentsRepo, type CommentTables, type RecordKey, type StoredComment } from './comments.repo.ts';
import { canDo, isSettled } from './comments.rules.ts';
import type { CommentOwner, CommentedRecord } from './owners.ts';

export interface CommentParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly clock: Clock;
  readonly tables: ModuleDb<CommentTables>;
  readonly identity: Pick<Identity, 'claimImages' | 'dropImages'>;
  readonly organisation: Pick<Organisation, 'names' | 'plainNames'>;
  readonly projects: Pick<Projects, 'openForWriting' | 'callerNow'>;
}

/** A judged record of a call with its owner. */
export interface Target {
  readonly owner: CommentOwner<unknown>;
  readonly id: number;
  readonly row: unknown;
  readonly projectId: number | null;
}

interface Who {
  readonly actor: Actor & { userId: number };
  readonly principal: Principal;
}

type Row = z.input<typeof commentRow>;

const keyOf = ({ owner, id }: Target): RecordKey => ({ kind: owner.records.kind, id });

/** One page, the newest first loaded. */
export async function listComments(
  parts: CommentParts,
  principal: Principal,
  target: Target,
  paging: { page: number; size: number; ispage?: 'not' },
): Promise<{ list: Row[]; total: number; page?: number; size?: number }> {
  const repo = commentsRepo(parts.tables.read, principal.enterpriseId);
  const isWhole = paging.ispage === 'not';
  const window = isWhole
    ? { limit: LIMITS.unpagedMax, offset: 0 }
    : { limit: paging.size, offset: (paging.page - 1) * paging.size };
  const [rows, total] = await Promise.all([repo.page(keyOf(target), window), repo.count(keyOf(target))]);
  const mentions = await repo.mentionsOf(rows.map((row) => row.id));
  const people = await parts.organisation.names(principal.enterpriseId, [
    ...new Set([...rows.map((row) => row.author_id), ...[...mentions.values()].flat()]),
  ]);
  const now = parts.clock.now();
  const list = rows.map((row) => ({
    id: row.id,
    author: {
      id: row.author_id,
      name: people.get(row.author_id)?.name ?? '',
      thumb: people.get(row.author_id)?.thumb ?? '',
    },
    text: row.text,
    pictures: row.pictures,
    mentions: (mentions.get(row.id) ?? []).map((id) => ({ id, name: people.get(id)?.name ?? '' })),
    created_at: wireTime(row.created_at),
    edited_at: row.edited_at && wireTime(row.edited_at),
    deleted: row.deleted_at !== null,
    version: row.version,
    can: canDo(row, principal.userId, now),
  }));
  return isWhole ? { list, total } : { list, total, page: paging.page, size: paging.size };
}

/** The people whom the composer offers. */
export async function mentionable(parts: CommentParts, principal: Principal, { owner, row }: Target) {
  const ids = await owner.candidates(principal.enterpriseId, row);
  const people = await parts.organisation.names(principal.enterpriseId, ids.slice(0, LIMITS.unpagedMax));
  const active = [...people.values()].filter(({ status }) => status === 'active');
  return { list: active.map(({ id, name, thumb }) => ({ id, name, thumb })) };
}

export async function addComment(
  parts: CommentParts,
  who: Who,
  target: Target,
  given: { text: string; pictures: readonly string[]; mentionIds: readonly number[] },
): Promise<{ id: number }> {
  await refuseNonReaders(parts, who, target, given.mentionIds);
  const pictures = [...new Set(given.pictures)];
  return writing(parts, who, target, async (trx, about) => {
    const repo = commentsRepo(parts.tables.within(trx), who.actor.enterpriseId);
    await parts.identity.claimImages(trx, who.actor, { urls: pictures, field: 'pictures' });
    const { kind, id: recordId } = keyOf(target);
    const id = await repo.add({
      kind,
      record_id: recordId,
      author_id: who.actor.userId,
      text: given.text,
      pictures,
      created_at: parts.clock.now(),
    });
    await repo.setMentions(id, given.mentionIds);
    const facts = factsOf(target, about, id);
    await parts.bus.emit(trx, CommentAdded, {
      ...happening(who, target, about),
      after: { text: given.text, pictures: pictures.length },
      data: { ...facts, mentionedIds: given.mentionIds, concernedIds: about.concernedIds },
    });
    return { id };
  });
}

/** 1008 after LIMITS.commentEditMinutes, 1009 for a stale version. */
export async function editComment(
  parts: CommentParts,
  who: Who,
  target: Target,
  comment: StoredComment,
  given: { version: number; text: string; mentionIds: readonly number[] },
): Promise<{ version: number }> {
  if (isSettled(comment, parts.clock.now()))
    throw fail.wrongState('comments.settled', { params: { n: LIMITS.commentEditMinutes } });
  if (given.text === '' && comment.pictures.length === 0) throw fail.invalid('text', 'validation.required');
  await refuseNonReaders(parts, who, target, given.mentionIds);
  return writing(parts, who, target, async (trx, about) => {
    const repo = commentsRepo(parts.tables.within(trx), who.actor.enterpriseId);
    const before = (await repo.mentionsOf([comment.id])).get(comment.id) ?? [];
    if (!(await repo.edit(comment.id, given.version, { text: given.text, edited_at: parts.clock.now() })))
      throw fail.conflict();
    await repo.setMentions(comment.id, given.mentionIds);
    await parts.bus.emit(trx, CommentEdited, {
      ...happening(who, target, about),
      before: { text: comment.text },
      after: { text: given.text },
      data: {
        ...factsOf(target, about, comment.id),
        mentionedIds: given.mentionIds.filter((id) => !before.includes(id)),
      },
    });
    return { version: given.version + 1 };
  });
}

/** The trace stays, the content goes. The action log keeps the text. */
export function deleteComment(parts: CommentParts, who: Who, target: Target, comment: StoredComment): Promise<void> {
  return writing(parts, who, target, async (trx, about) => {
    const repo = commentsRepo(parts.tables.within(trx), who.actor.enterpriseId);
    if (!(await repo.remove(comment.id, parts.clock.now()))) throw fail.notFound();
    await repo.setMentions(comment.id, []);
    await parts.identity.dropImages(trx, who.actor, comment.pictures);
    await parts.bus.emit(trx, CommentDeleted, {
      ...happening(who, target, about),
      before: { text: comment.text, pictures: comment.pictures.length },
      data: factsOf(target, about, comment.id),
    });
  });
}

/** One transaction in an open project, and the frame for every open page of the record. */
function writing<T>(
  parts: CommentParts,
  { actor }: Who,
  target: Target,
  work: (trx: Trx, about: CommentedRecord) => Promise<T>,
): Promise<T> {
  const about = target.owner.about(target.row);
  return parts.db.transaction(async (trx) => {
    if (target.projectId !== null) await parts.projects.openForWriting(trx, actor.enterpriseId, target.projectId);
    const result = await work(trx, about);
    await parts.live.notify(trx, actor.enterpriseId, about.audience, {
      type: `comment.${target.owner.records.kind}`,
      id: target.id,
      ...(target.projectId === null ? {} : { project_id: target.projectId }),
    });
    return result;
  });
}

const happening = ({ actor }: Who, target: Target, about: CommentedRecord) => ({
  actor,
  target: { kind: target.owner.records.kind, id: target.id, name: about.title },
  projectId: target.projectId,
});

const factsOf = (target: Target, about: CommentedRecord, commentId: number): OfComment => ({
  kind: target.owner.records.kind,
  recordId: target.id,
  title: about.title,
  projectId: target.projectId,
  pcPath: `${about.pcPath}&comment=${commentId}`,
  commentId,
});

/**
 * Refuses mentioned people who may not read the record: they would get a notice of a page that they cannot open. The
 * subject kind of the record answers with the present rights of each person.
 */
async function refuseNonReaders(
  parts: CommentParts,
  { actor }: Who,
  { owner, id }: Target,
  userIds: readonly number[],
): Promise<void> {
  const outside: number[] = [];
  for (const userId of userIds) {
    const reader = await parts.projects.callerNow(actor.enterpriseId, userId);
    const [record] = reader ? await owner.records.load(reader.principal, [id]) : [];
    const isReader = reader && record && isReadable(reader.principal, owner.records, record, owner.right);
    if (isReader !== true) outside.push(userId);
  }
  if (outside.length === 0) return;
  const names = await parts.organisation.names(actor.enterpriseId, outside);
  throw fail.invalid('mention_ids', 'comments.notReader', {
    names: outside.map((userId) => names.get(userId)?.name ?? '').join('、'),
  });
}
