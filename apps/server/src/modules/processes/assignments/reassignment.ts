import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import type { HandedOver } from '../../organisation/index.ts';
import { ownIn } from './authors.ts';
import { isElsewhere } from './separation.ts';
import { AssignmentMoved, AssignmentTransferAnswered } from '../process.events.ts';
import { deciders } from '../process.rules.ts';
import type { AssignmentState, StageState, SubjectKey } from '../process.types.ts';
import { assignedIn } from './reassignment.repo.ts';
import {
  commit,
  decideAssignment,
  emit,
  note,
  setAssignment,
  stageFactsOf,
  takeChange,
  notifyBrowsers,
  type ProcessesParts,
  type ProcessChange,
} from '../process-change.ts';

type Left = HandedOver['left'][number];
type Why = Left['why'];

export interface Reassignment {
  readonly from: number;
  /** Restricts the change to this project. */
  readonly within?: number;
  /** Restricts the change to these approvals. */
  readonly only?: (processId: number) => boolean;
  /** Candidates for one process in order of preference. The first eligible one gets the assignment. */
  readonly candidates: (processOf: {
    readonly projectId: number | null;
    readonly managerId: number | null;
    readonly subject: SubjectKey;
  }) => readonly number[] | Promise<readonly number[]>;
  /** Locks the project before its first change. Returns its manager, or null for an archived project. */
  readonly enterProject: (projectId: number) => Promise<{ managerId: number } | null>;
  /** Adds the new holder to the project, if the caller wants that. Returns false for a person who may not join. */
  readonly join?: (projectId: number, userId: number) => Promise<boolean>;
  /** Called for an assignment without an eligible candidate. The approval waits there. */
  readonly unassignable?: (change: ProcessChange, stage: StageState, managerId: number | null) => Promise<void>;
}

/**
 * Moves the undecided assignments of a person, including those of later stages. Otherwise the approval would stop at a
 * later stage. Decided assignments stay. Processes are handled in project order, each locked after its project.
 */
export async function reassign(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  input: Reassignment,
): Promise<{ moved: number; left: Left[] }> {
  const everywhere = await assignedIn(parts.tables.within(trx), actor.enterpriseId, input.from);
  const found = everywhere.filter(
    (row) => (input.within === undefined || row.project_id === input.within) && input.only?.(row.id) !== false,
  );
  let moved = 0;
  const left: Left[] = [];
  for (const { id, project_id: projectId } of found) {
    const project = projectId === null ? null : await input.enterProject(projectId);
    if (projectId !== null && project === null) continue;
    const managerId = project?.managerId ?? null;
    const done = await reassignIn(parts, trx, actor, { ...input, processId: id, projectId, managerId });
    moved += done.moved;
    left.push(...done.left);
  }
  return { moved, left };
}

type InProcess = Reassignment & { processId: number; projectId: number | null; managerId: number | null };
type Notification = () => Promise<void>;

async function reassignIn(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  input: InProcess,
): Promise<{ moved: number; left: Left[] }> {
  const change = await takeChange(parts, trx, actor, { id: input.processId });
  const subject = { kind: change.row.subject_kind, id: change.row.subject_id };
  const candidates = await input.candidates({ ...input, subject });
  const notifications: Notification[] = [];
  const taken = new Set<number>();
  const left: Left[] = [];
  for (const stage of change.stages)
    for (const assignment of stage.assignments) {
      if (assignment.transferTo === input.from) notifications.push(await giveBack(change, stage, assignment));
      else if (assignment.userId === input.from && WAITS.includes(assignment.status)) {
        const choice = await chosenFor(change, stage, candidates, input);
        if ('why' in choice) {
          const item = { kind: 'process', id: input.processId } as const;
          left.push({ name: change.row.subject_name, why: choice.why, projectId: input.projectId, item });
          if (input.unassignable) await input.unassignable(change, stage, input.managerId);
          continue;
        }
        taken.add(choice.id);
        notifications.push(await moveAssignment(change, stage, assignment, choice.id));
      }
    }
  if (notifications.length > 0) {
    await commit(change);
    for (const send of notifications) await send();
    await notifyBrowsers(change, [...taken]);
  }
  return { moved: notifications.length, left };
}

const WAITS: readonly AssignmentState['status'][] = ['waiting', 'open', 'transfer_awaiting'];

/** Returns the first eligible candidate, or the reason against the first candidate. */
async function chosenFor(
  change: ProcessChange,
  stage: StageState,
  candidates: readonly number[],
  { join, projectId }: InProcess,
): Promise<{ id: number } | { why: Why }> {
  const own = await ownIn(change, stage);
  const reasons: Why[] = [];
  for (const id of candidates) {
    if (id === own.starterId || own.authorIds.includes(id)) reasons.push('own');
    else if (deciders(stage).includes(id) || isElsewhere(change.stages, stage, id)) reasons.push('sits');
    else if (join && projectId !== null && !(await join(projectId, id))) reasons.push('barred');
    else {
      const eligibility = await change.parts.eligibility(change.actor.enterpriseId, projectId, [id], change.trx);
      if (eligibility.get(id) === 'fit') return { id };
      reasons.push('barred');
    }
  }
  return { why: reasons[0] ?? 'barred' };
}

/**
 * An open assignment ends as transferred and gets a successor, because its row must keep its executor. A waiting
 * assignment changes its executor in place.
 */
async function moveAssignment(
  change: ProcessChange,
  stage: StageState,
  assignment: AssignmentState,
  to: number,
): Promise<Notification> {
  if (assignment.status === 'waiting') await setAssignment(change, assignment, { user_id: to });
  else {
    await decideAssignment(change, assignment, 'transferred', '');
    await change.writer.addAssignment({
      process_id: change.row.id,
      stage_id: stage.stageId,
      user_id: to,
      turn: assignment.turn,
      since: change.at,
    });
    if (change.row.status === 'paused') await change.writer.holdAssignmentsOf(stage.stageId, true);
  }
  await note(change, 'move', { stage, assignmentId: assignment.assignmentId, targetId: to });
  const { assignmentId, userId, transferTo } = assignment;
  const facts = stageFactsOf(change, stage);
  return async () => {
    // The target of an open transfer need not answer any more.
    const withdrawal = {
      assignmentId,
      executorId: userId,
      targetId: transferTo ?? 0,
      answer: 'withdrawn',
      comment: '',
    } as const;
    if (transferTo !== null && transferTo !== to)
      await emit(change, AssignmentTransferAnswered, { ...facts, ...withdrawal });
    await emit(change, AssignmentMoved, {
      ...facts,
      assignmentId,
      fromId: userId,
      toId: to,
      open: isOpenNow(change, assignment),
    });
  };
}

const isOpenNow = ({ row }: ProcessChange, assignment: AssignmentState): boolean =>
  assignment.status !== 'waiting' && row.status === 'under_review';

/** Returns the assignment to its executor, because the transfer target cannot answer any more. */
async function giveBack(change: ProcessChange, stage: StageState, assignment: AssignmentState): Promise<Notification> {
  const targetId = assignment.transferTo ?? 0;
  const holder = change.row.status === 'paused' ? null : assignment.userId;
  await setAssignment(change, assignment, { status: 'open', transfer_to: null, holder_id: holder, since: change.at });
  await note(change, 'transfer_refuse', { stage, assignmentId: assignment.assignmentId, targetId });
  const data = {
    assignmentId: assignment.assignmentId,
    executorId: assignment.userId,
    targetId,
    answer: 'refused',
    comment: '',
  } as const;
  return () => emit(change, AssignmentTransferAnswered, { ...stageFactsOf(change, stage), ...data });
}
