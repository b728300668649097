import type { ProcessState as ProcessStatus } from '@prdm/contract/processes/kinds';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { stagesWithDeputies } from '../delegations/holders.ts';
import { momentOf } from '../delegations/moment.ts';
import { enterProcess, notifyBrowsers, type ProcessesParts } from '../process-change.ts';
import type { ProcessSubject } from '../process.events.ts';
import { processesRepo, type ProcessesRepo } from '../process.repo.ts';
import type { ProcessRow } from '../process.rows.ts';
import { stageAt, stagesOf, subjectOf } from '../process.states.ts';
import type { StageState } from '../process.types.ts';
import { roundsRepo } from './rounds.repo.ts';

/** A process as a module beside the engine judges it. */
export interface Standing {
  readonly processId: number;
  readonly subject: ProcessSubject;
  readonly projectId: number | null;
  readonly status: ProcessStatus;
  readonly round: number;
  /** Valid stages of the present round, by position. */
  readonly stages: readonly StageState[];
  /** The stage under review, or the one at which the round ended. */
  readonly stage: StageState;
  /** Authors of the subject, without the starters. */
  readonly authorIds: readonly number[];
  /** Starters of all rounds. */
  readonly starterIds: readonly number[];
}

export interface LockedStanding extends Standing {
  readonly at: Date;
  /** Notifies the browsers of all people of the process that something of it has changed. */
  notify(): Promise<void>;
}

async function standing(
  parts: ProcessesParts,
  trx: Trx,
  enterpriseId: number,
  { row, stages }: { row: ProcessRow; stages: readonly StageState[] },
): Promise<Standing> {
  const subject = subjectOf(row);
  const authorIds = await parts.registry.authorsOf(trx, enterpriseId, subject);
  const starterIds = await roundsRepo(parts.tables.within(trx), enterpriseId).starters(row.id);
  return {
    processId: row.id,
    subject,
    projectId: row.project_id,
    status: row.status,
    round: row.round,
    stages,
    stage: stageAt(row, stages),
    authorIds,
    starterIds: [...new Set([...starterIds, row.starter_id])],
  };
}

const repoIn = (parts: ProcessesParts, trx: Trx, enterpriseId: number): ProcessesRepo =>
  processesRepo(parts.tables.within(trx), enterpriseId);

/** Reads a process. Null if there is none. The caller has checked the right to read it. */
export async function standingOf(
  parts: ProcessesParts,
  trx: Trx,
  enterpriseId: number,
  id: number,
): Promise<Standing | null> {
  const repo = repoIn(parts, trx, enterpriseId);
  const [row] = await repo.byIds([id]);
  if (!row) return null;
  const stages = await stagesOf(repo, row, { now: parts.clock.now(), moment: momentOf(parts.clock) });
  const approval = { subject: subjectOf(row), projectId: row.project_id, starterId: row.starter_id, stages };
  return standing(parts, trx, enterpriseId, {
    row,
    stages: await stagesWithDeputies(parts, enterpriseId, approval, trx),
  });
}

/**
 * Locks a process until the transaction ends, after its project. Throws 443 if the project is archived and 1006 if
 * there is no process.
 */
export async function lockStanding(parts: ProcessesParts, trx: Trx, actor: Actor, id: number): Promise<LockedStanding> {
  const change = await enterProcess(parts, trx, actor, id);
  const found = await standing(parts, trx, actor.enterpriseId, change);
  const others = [...found.authorIds, ...found.starterIds];
  return { ...found, at: change.at, notify: () => notifyBrowsers(change, others) };
}
