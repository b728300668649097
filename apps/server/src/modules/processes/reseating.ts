import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import type { HandedOver } from '../organisation/index.ts';
import { ownIn } from './own-work.ts';
import { SeatMoved, SeatTransferAnswered } from './processes.events.ts';
import { sitters } from './processes.rules.ts';
import type { SeatState, StageState } from './processes.types.ts';
import { seatedIn } from './reseating.repo.ts';
import {
  commit,
  decideSeat,
  emit,
  note,
  setSeat,
  stageFactsOf,
  takeStep,
  wakeBrowsers,
  type ProcessesParts,
  type Step,
} from './step.ts';

type Why = HandedOver['left'][number]['why'];

export interface Reseating {
  readonly from: number;
  /** Only what lies in this project; without it everything. */
  readonly within?: number;
  /** Who is asked for a process, the best first; the first who may sit there takes the seat. */
  readonly candidates: (processOf: {
    readonly projectId: number | null;
    readonly managerId: number | null;
  }) => number[];
  /** Before anything in a project is touched: who runs it, or null where nothing moves any more (archived). */
  readonly enterProject: (projectId: number) => Promise<{ managerId: number } | null>;
  /** Lets the one who takes over into the project, where that is wanted. */
  readonly join?: (projectId: number, userId: number) => Promise<void>;
  /** A seat that nobody of those asked can take: the approval waits there. */
  readonly stranded?: (step: Step, stage: StageState, managerId: number | null) => Promise<void>;
}

/**
 * Moves the undecided seats of somebody who cannot decide any more, or shall not: those of stages to come as well, so that no approval stands
 * still later. Seats that were decided stay his or hers. Processes in the order of their projects, each locked after its project.
 */
export async function reseat(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  wish: Reseating,
): Promise<{ moved: number; left: { name: string; why: Why }[] }> {
  const everywhere = await seatedIn(parts.tables.within(trx), actor.enterpriseId, wish.from);
  const found = everywhere.filter((row) => wish.within === undefined || row.project_id === wish.within);
  let moved = 0;
  const left: { name: string; why: Why }[] = [];
  for (const { id, project_id: projectId } of found) {
    const project = projectId === null ? null : await wish.enterProject(projectId);
    if (projectId !== null && project === null) continue;
    const managerId = project?.managerId ?? null;
    const done = await reseatIn(parts, trx, actor, { ...wish, processId: id, projectId, managerId });
    moved += done.moved;
    left.push(...done.left);
  }
  return { moved, left };
}

type InProcess = Reseating & { processId: number; projectId: number | null; managerId: number | null };
type Told = () => Promise<void>;

async function reseatIn(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  wish: InProcess,
): Promise<{ moved: number; left: { name: string; why: Why }[] }> {
  const step = await takeStep(parts, trx, actor, { id: wish.processId });
  const candidates = wish.candidates(wish);
  const told: Told[] = [];
  const taken = new Set<number>();
  const left: { name: string; why: Why }[] = [];
  for (const stage of step.stages)
    for (const seat of stage.seats) {
      if (seat.transferTo === wish.from) told.push(await giveBack(step, stage, seat));
      else if (seat.userId === wish.from && WAITS.includes(seat.status)) {
        const choice = await chosenFor(step, stage, candidates, wish);
        if ('why' in choice) {
          left.push({ name: step.row.subject_name, why: choice.why });
          if (wish.stranded) await wish.stranded(step, stage, wish.managerId);
          continue;
        }
        taken.add(choice.id);
        told.push(await moveSeat(step, stage, seat, choice.id));
      }
    }
  if (told.length > 0) {
    await commit(step);
    for (const tell of told) await tell();
    await wakeBrowsers(step, [...taken]);
  }
  return { moved: told.length, left };
}

const WAITS: readonly SeatState['status'][] = ['waiting', 'open', 'transfer_awaiting'];

/** The first of the candidates who may sit there; else why the first may not. */
async function chosenFor(
  step: Step,
  stage: StageState,
  candidates: readonly number[],
  { join, projectId }: InProcess,
): Promise<{ id: number } | { why: Why }> {
  const asked = stage.seats.flatMap((seat) => seat.transferTo ?? []);
  const own = await ownIn(step, stage);
  const reasons: Why[] = [];
  for (const id of candidates) {
    if (id === own.starterId || own.authorIds.includes(id)) reasons.push('own');
    else if (sitters(stage).includes(id) || asked.includes(id)) reasons.push('sits');
    else {
      if (join && projectId !== null) await join(projectId, id);
      const fitness = await step.parts.fitness(step.actor.enterpriseId, projectId, [id], step.trx);
      if (fitness.get(id) === 'fit') return { id };
      reasons.push('barred');
    }
  }
  return { why: reasons[0] ?? 'barred' };
}

/** A decided seat keeps its name for ever, so an opened one gets a successor; one whose turn has not come just changes hands. */
async function moveSeat(step: Step, stage: StageState, seat: SeatState, to: number): Promise<Told> {
  if (seat.status === 'waiting') await setSeat(step, seat, { user_id: to });
  else {
    await decideSeat(step, seat, 'transferred', '');
    await step.writer.addSeat({ process_id: step.row.id, stage_id: stage.stageId, user_id: to, since: step.at });
    if (step.row.status === 'paused') await step.writer.holdSeatsOf(stage.stageId, true);
  }
  await note(step, 'move', { stage, seatId: seat.seatId, targetId: to });
  const { seatId, userId, transferTo } = seat;
  const facts = stageFactsOf(step, stage);
  return async () => {
    // Whoever was asked to take it over need not answer any more.
    const asked = { seatId, executorId: userId, targetId: transferTo ?? 0, answer: 'withdrawn', comment: '' } as const;
    if (transferTo !== null && transferTo !== to) await emit(step, SeatTransferAnswered, { ...facts, ...asked });
    await emit(step, SeatMoved, { ...facts, seatId, fromId: userId, toId: to, open: isOpenNow(step, seat) });
  };
}

const isOpenNow = ({ row }: Step, seat: SeatState): boolean =>
  seat.status !== 'waiting' && row.status === 'under_review';

/** Who was asked to take a seat over can answer no more: it is the executor's again. */
async function giveBack(step: Step, stage: StageState, seat: SeatState): Promise<Told> {
  const targetId = seat.transferTo ?? 0;
  const holder = step.row.status === 'paused' ? null : seat.userId;
  await setSeat(step, seat, { status: 'open', transfer_to: null, holder_id: holder, since: step.at });
  await note(step, 'transfer_refuse', { stage, seatId: seat.seatId, targetId });
  const data = { seatId: seat.seatId, executorId: seat.userId, targetId, answer: 'refused', comment: '' } as const;
  return () => emit(step, SeatTransferAnswered, { ...stageFactsOf(step, stage), ...data });
}
