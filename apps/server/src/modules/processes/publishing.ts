import type { ProcessKind } from '@prdm/contract/processes/kinds';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { shownCopy } from './carrier/shown-copy.ts';
import { draftsOf, resolvePlan, type ResolveParts } from './executors/resolve.ts';
import { ProcessRepublished, ProcessStarted, type ProcessSubject } from './process.events.ts';
import { assertMove, assertPublishable } from './process.rules.ts';
import type { NewStage } from './process.rows.ts';
import type { NewRound, StageDraft, StartGiven, SubjectKey } from './process.types.ts';
import { processesWriter } from './process.writer.ts';
import {
  closeAssignments,
  commit,
  currentStage,
  emit,
  endStage,
  factsOf,
  note,
  openStage,
  takeChange,
  notifyOpened,
  notifyBrowsers,
  type ProcessesParts,
} from './process-change.ts';
import { enterAt, entryOf } from './stages/entry.ts';
import { templatesRepo } from './templates/templates.repo.ts';

type PublishParts = ProcessesParts & ResolveParts;

/**
 * Stages as they will run. Each executor appears once and must be eligible now. People who left the company or the
 * project get no assignment. Throws with the name of a stage that has no eligible executor.
 */
async function resolved(
  parts: ProcessesParts,
  trx: Trx,
  { enterpriseId, projectId }: { enterpriseId: number; projectId: number | null },
  drafts: readonly StageDraft[],
): Promise<StageDraft[]> {
  const everybody = [...new Set(drafts.flatMap((draft) => draft.executorIds))];
  const eligibility = await parts.eligibility(enterpriseId, projectId, everybody, trx);
  const stages = drafts.map((draft) => ({
    ...draft,
    executorIds: [...new Set(draft.executorIds)].filter((id) => eligibility.get(id) === 'fit'),
  }));
  assertPublishable(stages);
  return stages;
}

/** The given stages, else those of a template with the people whom its rules find. Submitting never asks for one. */
async function plannedStages(
  parts: PublishParts,
  trx: Trx,
  given: Pick<StartGiven, 'actor' | 'projectId' | 'starterId' | 'stages' | 'chosen' | 'templateId'> & {
    readonly subject: SubjectKey;
  },
): Promise<{ templateId: number | null; drafts: readonly StageDraft[] }> {
  if (given.stages) return { templateId: given.templateId ?? null, drafts: given.stages };
  const { enterpriseId } = given.actor;
  const facts = await parts.registry.factsOf(trx, enterpriseId, given.subject);
  const authorIds = await parts.registry.authorsOf(trx, enterpriseId, given.subject);
  const plan = await resolvePlan(
    parts,
    enterpriseId,
    {
      kind: given.subject.kind as ProcessKind,
      templateId: given.templateId ?? undefined,
      projectId: given.projectId,
      professionId: facts.profession_id ?? null,
      starterId: given.starterId,
      authorIds,
      facts,
      chosen: given.chosen,
    },
    trx,
  );
  return { templateId: plan.templateId, drafts: draftsOf(plan) };
}

const newStages = (drafts: readonly StageDraft[]): NewStage[] =>
  drafts.map((draft, index) => ({ ...draft, position: index + 1, userIds: draft.executorIds }));

/** People who get the outcome: copies of the owner and of the template. */
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

/** Writes the row of a round: its own starter, template, copies and stages, and the record as the deciders see it. */
async function addRound(
  parts: ProcessesParts,
  trx: Trx,
  given: {
    actor: Actor;
    subject: SubjectKey;
    processId: number;
    round: number;
    starterId: number;
    templateId: number | null;
    ccIds: readonly number[];
    stages: readonly StageDraft[];
  },
): Promise<void> {
  const { enterpriseId } = given.actor;
  const shown = shownCopy(await parts.registry.printViewOf(enterpriseId, given.subject, trx));
  await processesWriter(parts.tables.within(trx), enterpriseId).addRound({
    process_id: given.processId,
    round: given.round,
    starter_id: given.starterId,
    template_id: given.templateId,
    cc_ids: [...given.ccIds],
    snapshot: JSON.stringify(given.stages),
    copy: shown?.copy ?? null,
    copy_digest: shown?.copy_digest ?? null,
    started_at: parts.clock.now(),
  });
}

/** Publishes a subject for approval. Creates all assignments and opens the first stage. */
export async function start(parts: PublishParts, trx: Trx, given: StartGiven): Promise<{ processId: number }> {
  const { actor, subject } = given;
  const { templateId, drafts } = await plannedStages(parts, trx, given);
  const stages = await resolved(parts, trx, { enterpriseId: actor.enterpriseId, projectId: given.projectId }, drafts);
  const tables = parts.tables.within(trx);
  const writer = processesWriter(tables, actor.enterpriseId);
  const processId = await writer.add({
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name,
    subject_number: subject.number ?? '',
    pc_path: subject.pcPath,
    project_id: given.projectId,
    about_project_id: given.about?.projectId ?? null,
    starter_id: given.starterId,
    template_id: templateId,
    snapshot: JSON.stringify(stages),
    started_at: parts.clock.now(),
  });
  if (processId === null) throw fail.wrongState('processes.exists');
  await writer.addStages(processId, 1, newStages(stages));
  const ccIds = await copiesOf(parts, trx, actor, { templateId, ccIds: given.ccIds ?? [] });
  await writer.setCc(processId, ccIds);
  const { starterId } = given;
  await addRound(parts, trx, { actor, subject, processId, round: 1, starterId, templateId, ccIds, stages });

  const change = await takeChange(parts, trx, actor, { id: processId });
  const first = currentStage(change);
  await openStage(change, first);
  await note(change, 'start', { stage: first });
  await commit(change);
  await emit(change, ProcessStarted, { ...factsOf(change), ccIds });
  await notifyOpened(change, first);
  await notifyBrowsers(change);
  return { processId };
}

/** The subject has a new name or page. Lists and later notices show it. */
export const rename = (parts: ProcessesParts, trx: Trx, enterpriseId: number, subject: ProcessSubject): Promise<void> =>
  processesWriter(parts.tables.within(trx), enterpriseId).rename(subject);

/**
 * Starts a new round at the first stage, or at the stage that refused (`straight`), but never behind a closed gate.
 * Earlier decisions stay readable but do not count. The round has its own starter and copies, because the earlier starter can have handed the work over.
 */
export async function republish(
  parts: PublishParts,
  trx: Trx,
  actor: Actor,
  subject: SubjectKey,
  newRound: NewRound = {},
): Promise<void> {
  const change = await takeChange(parts, trx, actor, subject);
  assertMove('republish', change.row.status);
  const planned = newRound.resolve
    ? await plannedStages(parts, trx, {
        actor,
        subject,
        projectId: change.row.project_id,
        starterId: newRound.starterId ?? change.row.starter_id,
        chosen: newRound.chosen,
        templateId: newRound.templateId,
      })
    : null;
  const before = await change.repo.snapshot(change.row.id);
  const drafts = await resolved(
    parts,
    trx,
    { enterpriseId: actor.enterpriseId, projectId: change.row.project_id },
    planned?.drafts ?? newRound.stages ?? before,
  );
  const left = currentStage(change);
  const authorIds = await parts.registry.authorsOf(trx, actor.enterpriseId, subject);
  const straight = entryOf({ ...change, planned: before }, drafts, authorIds);
  const position = await parts.gates.entryBefore(change, drafts, straight);
  if (left.status === 'under_review') {
    await closeAssignments(change, left);
    await endStage(change, left, { status: 'not_reviewed' });
  }
  const copiesBefore = await change.repo.cc(change.row.id);
  const templateId =
    planned?.templateId ?? (newRound.templateId === undefined ? change.row.template_id : newRound.templateId);
  const ccIds = newRound.ccIds
    ? await copiesOf(parts, trx, actor, { templateId, ccIds: newRound.ccIds })
    : copiesBefore;
  await change.writer.setCc(change.row.id, ccIds);
  change.round = change.row.round + 1;
  change.starterId = newRound.starterId ?? change.row.starter_id;
  await change.writer.addStages(change.row.id, change.round, newStages(drafts));
  await addRound(parts, trx, {
    actor,
    subject,
    processId: change.row.id,
    round: change.round,
    starterId: change.starterId,
    templateId,
    ccIds,
    stages: drafts,
  });
  await commit(change, {
    status: 'under_review',
    round: change.round,
    starter_id: change.starterId,
    template_id: templateId,
    position,
    added_stages: 0,
    snapshot: JSON.stringify(drafts),
    finished_at: null,
    paused_at: null,
    pause_reason: '',
    reminded_at: null,
  });
  const first = await enterAt(change, position);
  await emit(change, ProcessRepublished, { ...factsOf(change), ccIds });
  await notifyOpened(change, first);
  await notifyBrowsers(change, [change.starterId, ...copiesBefore, ...drafts.flatMap((draft) => draft.executorIds)]);
}
