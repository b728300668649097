import { hidesProject, type Principal } from '@prdm/access';
import type { z } from 'zod';
import { wireTime } from '@prdm/contract/kit/fields';
import {
  OPINION_GRADES,
  type OpinionRow,
  type opinionIndex,
  type opinionInfo,
  type opinionRecord,
} from '@prdm/contract/processes/opinions';
import type { ViewpointState } from '@prdm/contract/viewpoints';
import { fail } from '../../platform/errors.ts';
import { opinionFor, type Standing } from '../processes/index.ts';
import { opinionsRepo, type StoredEntry, type StoredOpinion } from './opinions.repo.ts';
import { blocks, changesOf, isUnresolved, stageOf, type Course } from './opinions.rules.ts';
import type { OfProcess, Opinion } from './opinions.service.ts';
import { courseOf, type OpinionParts } from './parts.ts';

type Person = { readonly id: number; readonly name: string };
type PersonOf = (id: number) => Person;

/** The process with the people who cannot act any more, in one transaction of reads. */
async function courseNow(
  parts: OpinionParts,
  { enterpriseId, userId }: Principal,
  { processId, authorIds }: { processId: number; authorIds: readonly number[] },
): Promise<{ standing: Standing; course: Course }> {
  return parts.db.transaction(async (trx) => {
    const standing = await parts.processes.standing(trx, enterpriseId, processId);
    if (!standing) throw fail.notFound();
    const course = await courseOf(parts, trx, enterpriseId, { standing, userIds: [userId, ...authorIds] });
    return { standing, course };
  });
}

async function described(
  parts: OpinionParts,
  principal: Principal,
  processId: number,
  rows: readonly StoredOpinion[],
  others: readonly number[] = [],
): Promise<{ list: OpinionRow[]; course: Course; standing: Standing; person: PersonOf }> {
  const { enterpriseId } = principal;
  const repo = opinionsRepo(parts.tables.read, enterpriseId);
  const authorIds = rows.flatMap((row) => [row.author_id, row.for_user_id ?? []].flat());
  const [entries, { course, standing }] = await Promise.all([
    rows.length === 0 ? [] : repo.entriesOf(rows.map((row) => row.id)),
    courseNow(parts, principal, { processId, authorIds }),
  ]);
  const people = [...rows, ...entries].flatMap((one) => ('author_id' in one ? one.author_id : one.user_id));
  const holders = [...rows, ...entries].flatMap((one) => one.for_user_id ?? []);
  const names = await parts.organisation.names(enterpriseId, [
    ...new Set([...people, ...holders, ...others, ...standing.authorIds]),
  ]);
  const person: PersonOf = (id) => ({ id, name: names.get(id)?.name ?? '' });
  const threads = Map.groupBy(entries, (entry) => entry.opinion_id);
  const list = rows.map((row) =>
    wireOpinion(row, threads.get(row.id) ?? [], { person, course, userId: principal.userId }),
  );
  return { list, course, standing, person };
}

function wireOpinion(
  row: StoredOpinion,
  thread: readonly StoredEntry[],
  { person, course, userId }: { person: PersonOf; course: Course; userId: number },
): OpinionRow {
  const personOrNull = (id: number | null) => (id === null ? null : person(id));
  const word = (entry: StoredEntry | undefined) =>
    entry ? { user: person(entry.user_id), text: entry.text, at: wireTime(entry.at) } : null;
  const isReview = course.stage.status === 'under_review';
  return {
    id: row.id,
    no: row.no,
    round: row.round,
    stage_name: row.stage_name,
    position: row.position,
    grade: row.grade,
    text: row.text,
    state: row.state,
    place: placeOf(row),
    author: person(row.author_id),
    for_user: personOrNull(row.for_user_id),
    created_at: wireTime(row.created_at),
    reply: word(thread.findLast(({ action }) => action === 'reply')),
    ended: isUnresolved(row) ? null : word(thread.findLast(({ action }) => action === 'close' || action === 'keep')),
    thread: thread.map((entry) => ({
      id: entry.id,
      action: entry.action,
      user: person(entry.user_id),
      for_user: personOrNull(entry.for_user_id),
      text: entry.text,
      at: wireTime(entry.at),
    })),
    blocks: isReview && blocks(row, course),
    version: row.version,
    can: changesOf(row, course, userId),
  };
}

const placeOf = (row: StoredOpinion): OpinionRow['place'] => ({
  kind: row.place,
  name: row.place_name,
  model:
    row.model_id === null || row.model_version_id === null || row.version_no === null
      ? null
      : { id: row.model_id, name: row.model_name ?? '', version_id: row.model_version_id, version_no: row.version_no },
  guid: row.guid,
  file: row.attachment_id === null ? null : { id: row.attachment_id, name: row.file_name ?? '', page: row.page },
});

/** Marks opinions of the process for this reader. */
async function marker(
  parts: OpinionParts,
  principal: Principal,
  { processId, projectId, subject }: Pick<Standing, 'projectId' | 'subject'> & { readonly processId: number },
) {
  const open = await parts.processes.opinionsOpenIn(principal, [{ processId, projectId, subject }]);
  return <T>(value: T) => opinionFor(principal, { isOpen: open.has(processId), projectId }, value);
}

/** All opinions of a process: those that block the stage, other unresolved ones, the rest. Each part by number. */
export async function listOpinions(
  parts: OpinionParts,
  principal: Principal,
  process: OfProcess,
): Promise<z.input<typeof opinionIndex.output>> {
  const rows = await opinionsRepo(parts.tables.read, principal.enterpriseId).ofProcess(process.id);
  const { list, course, standing } = await described(parts, principal, process.id, rows);
  const opinion = await marker(parts, principal, { ...standing, processId: process.id });
  const open = list.filter(isUnresolved);
  const counts = OPINION_GRADES.map((of) => [of, open.filter(({ grade }) => grade === of).length] as const);
  return {
    list: opinion([
      ...open.filter((row) => row.blocks),
      ...open.filter((row) => !row.blocks),
      ...list.filter((row) => !isUnresolved(row)),
    ]),
    unresolved: opinion(Object.fromEntries(counts) as Record<(typeof OPINION_GRADES)[number], number>),
    can_add: canAdd(course, principal.userId),
  };
}

const canAdd = (course: Course, userId: number): boolean =>
  course.status === 'under_review' && !course.gone.has(userId) && stageOf(course, userId) !== null;

/** One opinion with its stored view. */
export async function opinionOf(
  parts: OpinionParts,
  principal: Principal,
  opinion: Opinion,
): Promise<z.input<typeof opinionInfo.output>> {
  const repo = opinionsRepo(parts.tables.read, principal.enterpriseId);
  const [{ list, standing }, view] = await Promise.all([
    described(parts, principal, opinion.row.process_id, [opinion.row]),
    repo.viewOf(opinion.id),
  ]);
  const [row] = list;
  if (!row) throw fail.notFound();
  return {
    ...row,
    process_id: opinion.row.process_id,
    pc_path: standing.subject.pcPath,
    view: view as ViewpointState | null,
  };
}

/** The check record sheet. Its names are those that this reader may see. */
export async function recordSheet(
  parts: OpinionParts,
  principal: Principal,
  process: OfProcess,
): Promise<z.input<typeof opinionRecord.output>> {
  const { enterpriseId } = principal;
  const view = await parts.processes.viewOf(principal, process, { mayRemind: false });
  if (view === null) throw fail.notFound(true);
  const subject = { kind: view.kind, id: view.source_id };
  const projectId = view.project_id ?? view.about_project_id;
  const [rows, record, enterprise, projects] = await Promise.all([
    opinionsRepo(parts.tables.read, enterpriseId).ofProcess(process.id),
    parts.processes.recordOf(enterpriseId, { processId: process.id, subject }),
    parts.organisation.enterprise(enterpriseId),
    parts.projects.names(enterpriseId, projectId === null || hidesProject(principal, projectId) ? [] : [projectId]),
  ]);
  const signers = record.signatures.flatMap(({ userId, forId }) => [userId, ...(forId === null ? [] : [forId])]);
  const { list, standing, person } = await described(parts, principal, process.id, rows, signers);
  const project = projects.get(projectId ?? 0);
  return {
    enterprise_name: enterprise.name,
    project: project ? { name: project.name, number: project.item_number } : null,
    name: view.name,
    number: view.number,
    profession_name: record.professionName,
    authors: standing.authorIds.map(person),
    rounds: view.rounds.map(({ round, starter, started_at }) => ({
      round,
      starter,
      started_at,
      signatures: record.signatures
        .filter((signature) => signature.round === round)
        .map((signature) => ({
          position: signature.position,
          stage_name: signature.stageName,
          user: person(signature.userId),
          for_user: signature.forId === null ? null : person(signature.forId),
          result: signature.result,
          at: signature.at && wireTime(signature.at),
        })),
    })),
    opinions: (await marker(parts, principal, { ...standing, processId: process.id }))(list),
  };
}
