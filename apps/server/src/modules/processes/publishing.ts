import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { ProcessRepublished, ProcessStarted, type ProcessSubject } from './processes.events.ts';
import { assertMove, assertPublishable } from './processes.rules.ts';
import type { NewStage } from './processes.rows.ts';
import type { NewRound, StageDraft, StartGiven, SubjectKey } from './processes.types.ts';
import { processesWriter } from './processes.writer.ts';
import {
  closeSeats,
  commit,
  currentStage,
  emit,
  endStage,
  factsOf,
  freshStage,
  note,
  openStage,
  takeStep,
  tellOpened,
  wakeBrowsers,
  type ProcessesParts,
} from './step.ts';
import { templatesRepo } from './templates.repo.ts';

/**
 * Stages as they will run: executors once each, and only those who may decide there now. Who was named long ago and has left the
 * firm or the project since takes no seat; a stage nobody is left for stops the publishing with its name.
 */
async function resolved(
  parts: ProcessesParts,
  trx: Trx,
  { enterpriseId, projectId }: { enterpriseId: number; projectId: number | null },
  drafts: readonly StageDraft[],
): Promise<StageDraft[]> {
  const everybody = [...new Set(drafts.flatMap((draft) => draft.executorIds))];
  const fitness = await parts.fitness(enterpriseId, projectId, everybody, trx);
  const stages = drafts.map((draft) => ({
    ...draft,
    executorIds: [...new Set(draft.executorIds)].filter((id) => fitness.get(id) === 'fit'),
  }));
  assertPublishable(stages);
  return stages;
}

const newStages = (drafts: readonly StageDraft[]): NewStage[] =>
  drafts.map((draft, index) => ({ ...draft, position: index + 1, userIds: draft.executorIds }));

/** Who is told of the outcome: whom the owner names, and whom the template does. */
async function copiesOf(
  parts: ProcessesParts,
  trx: Trx,
  { enterpriseId }: Actor,
  given: { templateId: number | null; ccIds: readonly number[] },
): Promise<number[]> {
  const templates = templatesRepo(parts.tables.within(trx), enterpriseId);
  const templateCc = given.templateId === null ? [] : await templates.cc(given.templateId);
  return [...new Set([...given.ccIds, ...templateCc])];
}

/** Publishes a subject for approval: everybody's seat is made now, the first stage opens. */
export async function start(parts: ProcessesParts, trx: Trx, given: StartGiven): Promise<{ processId: number }> {
  const { actor, subject, templateId = null } = given;
  const stages = await resolved(
    parts,
    trx,
    { enterpriseId: actor.enterpriseId, projectId: given.projectId },
    given.stages,
  );
  const tables = parts.tables.within(trx);
  const writer = processesWriter(tables, actor.enterpriseId);
  const processId = await writer.add({
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name,
    pc_path: subject.pcPath,
    project_id: given.projectId,
    starter_id: given.starterId,
    template_id: templateId,
    snapshot: JSON.stringify(stages),
    started_at: parts.clock.now(),
  });
  if (processId === null) throw fail.wrongState('processes.exists');
  await writer.addStages(processId, 1, newStages(stages));
  const ccIds = await copiesOf(parts, trx, actor, { templateId, ccIds: given.ccIds ?? [] });
  await writer.setCc(processId, ccIds);

  const step = await takeStep(parts, trx, actor, { id: processId });
  const first = currentStage(step);
  await openStage(step, first);
  await note(step, 'start', { stage: first });
  await commit(step);
  await emit(step, ProcessStarted, { ...factsOf(step), ccIds });
  await tellOpened(step, first);
  await wakeBrowsers(step);
  return { processId };
}

/** The subject has got another name or page: lists and later notices show the new ones. */
export const rename = (parts: ProcessesParts, trx: Trx, enterpriseId: number, subject: ProcessSubject): Promise<void> =>
  processesWriter(parts.tables.within(trx), enterpriseId).rename(subject);

/**
 * A new round at the first stage; what the rounds before decided stays to be read and counts no more. Whose round it is and who gets a copy
 * are the new round's too: whoever began an earlier one may have handed the work over since.
 */
export async function republish(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  subject: SubjectKey,
  anew: NewRound = {},
): Promise<void> {
  const step = await takeStep(parts, trx, actor, subject);
  assertMove('republish', step.row.status);
  const drafts = await resolved(
    parts,
    trx,
    { enterpriseId: actor.enterpriseId, projectId: step.row.project_id },
    anew.stages ?? (await step.repo.snapshot(step.row.id)),
  );
  const left = currentStage(step);
  if (left.status === 'under_review') {
    await closeSeats(step, left);
    await endStage(step, left, { status: 'not_reviewed' });
  }
  const copiesBefore = await step.repo.cc(step.row.id);
  const templateId = anew.templateId === undefined ? step.row.template_id : anew.templateId;
  const ccIds = anew.ccIds ? await copiesOf(parts, trx, actor, { templateId, ccIds: anew.ccIds }) : copiesBefore;
  await step.writer.setCc(step.row.id, ccIds);
  step.round = step.row.round + 1;
  step.starterId = anew.starterId ?? step.row.starter_id;
  await step.writer.addStages(step.row.id, step.round, newStages(drafts));
  await commit(step, {
    status: 'under_review',
    round: step.round,
    starter_id: step.starterId,
    template_id: templateId,
    position: 1,
    snapshot: JSON.stringify(drafts),
    finished_at: null,
    paused_at: null,
    pause_reason: '',
    reminded_at: null,
  });
  const first = await freshStage(step, 1);
  await openStage(step, first);
  await note(step, 'republish', { stage: first });
  await emit(step, ProcessRepublished, { ...factsOf(step), ccIds });
  await tellOpened(step, first);
  await wakeBrowsers(step, [step.starterId, ...copiesBefore, ...drafts.flatMap((draft) => draft.executorIds)]);
}
