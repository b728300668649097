import { sql, type Kysely, type Updateable } from 'kysely';
import type { AssignmentStatus, StageStatus } from '@prdm/contract/status';
import type { DB } from '../../platform/db-types.ts';
import { swapRow } from '../../platform/statements/swap.ts';
import { anyOf, PROCESS } from './process.repo.ts';
import type { NewHistory, NewStage, ProcessRow, ProcessTables } from './process.rows.ts';
import type { ProcessSubject } from './process.events.ts';
import type { SubjectKey } from './process.types.ts';

/** Distance of a shift in two steps. It exceeds the stages of any round. */
const ASIDE = 10_000;

/**
 * Write access to the approvals of one enterprise. Every update names the expected state of the row. The loser of a
 * race changes nothing.
 */
export const processesWriter = (db: Kysely<ProcessTables>, enterpriseId: number) => {
  const setStage = async (id: number, from: StageStatus, set: Updateable<DB['process_stage']>): Promise<boolean> => {
    return swapRow(
      db
        .updateTable('process_stage')
        .set(set)
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('status', '=', from),
    );
  };

  const addCc = async (processId: number, userIds: readonly number[]): Promise<void> => {
    if (userIds.length === 0) return;
    await db
      .insertInto('process_cc')
      .values([...new Set(userIds)].map((user_id) => ({ enterprise_id: enterpriseId, process_id: processId, user_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };

  return {
    /** Returns null if the subject already has one. */
    async add(row: {
      subject_kind: string;
      subject_id: number;
      subject_name: string;
      subject_number: string;
      pc_path: string;
      project_id: number | null;
      about_project_id: number | null;
      starter_id: number;
      template_id: number | null;
      snapshot: string;
      started_at: Date;
    }): Promise<number | null> {
      const added = await db
        .insertInto('process')
        .values({ ...row, enterprise_id: enterpriseId, status: 'under_review', position: 1 })
        .onConflict((conflict) => conflict.columns(['enterprise_id', 'subject_kind', 'subject_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return added?.id ?? null;
    },

    /** Locks the row until the transaction ends. Every change of a process waits for this lock. */
    lock: (by: { id: number } | SubjectKey): Promise<ProcessRow | undefined> =>
      db
        .selectFrom('process')
        .select(PROCESS)
        .where('enterprise_id', '=', enterpriseId)
        .$if('kind' in by, (query) =>
          query.where('subject_kind', '=', (by as SubjectKey).kind).where('subject_id', '=', by.id),
        )
        .$if(!('kind' in by), (query) => query.where('id', '=', by.id))
        .forUpdate()
        .executeTakeFirst(),

    async rename(subject: ProcessSubject): Promise<void> {
      await db
        .updateTable('process')
        .set({ subject_name: subject.name, pc_path: subject.pcPath })
        .where('enterprise_id', '=', enterpriseId)
        .where('subject_kind', '=', subject.kind)
        .where('subject_id', '=', subject.id)
        .execute();
    },

    async addStages(processId: number, round: number, stages: readonly NewStage[]): Promise<void> {
      const added = await db
        .insertInto('process_stage')
        .values(
          stages.map((stage) => ({
            enterprise_id: enterpriseId,
            process_id: processId,
            round,
            position: stage.position,
            name: stage.name,
            status: 'not_reviewed',
            sign_mode: stage.signMode,
            days: stage.days,
            allow_transfer: stage.allowTransfer,
            reject_to: stage.rejectTo,
            cc_ids: [...(stage.options?.ccIds ?? [])],
            separate: stage.options?.separate ?? false,
            straight: stage.options?.straight ?? false,
            origin_id: stage.originId ?? null,
            added_by: stage.addedBy ?? null,
            added_to: stage.addedTo ?? null,
            added_reason: stage.addedReason ?? '',
          })),
        )
        .returning(['id', 'position'])
        .execute();
      const idOf = new Map(added.map((row) => [row.position, row.id]));
      await db
        .insertInto('process_assignment')
        .values(
          stages.flatMap((stage) =>
            stage.userIds.map((user_id, turn) => ({
              enterprise_id: enterpriseId,
              process_id: processId,
              stage_id: idOf.get(stage.position) ?? 0,
              user_id,
              turn,
              status: 'waiting',
            })),
          ),
        )
        .execute();
    },

    async addAssignment(row: {
      process_id: number;
      stage_id: number;
      user_id: number;
      turn: number;
      since: Date;
    }): Promise<number> {
      const { id } = await db
        .insertInto('process_assignment')
        .values({ ...row, enterprise_id: enterpriseId, status: 'open', holder_id: row.user_id })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async update(id: number, version: number, set: Updateable<DB['process']>): Promise<boolean> {
      return swapRow(
        db
          .updateTable('process')
          .set({ ...set, version: version + 1 })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('version', '=', version),
      );
    },

    setStage,

    /** Marks a stage as superseded, so another row can take its place. */
    supersede: (id: number, from: StageStatus): Promise<boolean> => setStage(id, from, { superseded: true }),

    async setAssignment(
      id: number,
      from: AssignmentStatus,
      set: Updateable<DB['process_assignment']>,
    ): Promise<boolean> {
      return swapRow(
        db
          .updateTable('process_assignment')
          .set(set)
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('status', '=', from),
      );
    },

    /** Updates all assignments of a stage that are in one of the given states. */
    async setAssignmentsOf(
      stageId: number,
      from: readonly AssignmentStatus[],
      set: Updateable<DB['process_assignment']>,
    ): Promise<void> {
      await db
        .updateTable('process_assignment')
        .set(set)
        .where('enterprise_id', '=', enterpriseId)
        .where('stage_id', '=', stageId)
        .where('status', 'in', from)
        .execute();
    },

    /** Opens these waiting assignments of a stage. */
    async openAssignments(stageId: number, ids: readonly number[], since: Date): Promise<void> {
      await db
        .updateTable('process_assignment')
        .set({ status: 'open', holder_id: sql`user_id`, since })
        .where('enterprise_id', '=', enterpriseId)
        .where('stage_id', '=', stageId)
        .where('id', '=', anyOf(ids))
        .where('status', '=', 'waiting')
        .execute();
    },

    /**
     * Moves the valid stages of a round from this position on. It takes two steps, because each position of a round
     * may exist once at any moment.
     */
    async shiftStages(processId: number, round: number, from: number, by: number): Promise<void> {
      for (const [start, distance] of [
        [from, ASIDE],
        [from + ASIDE, by - ASIDE],
      ] as const)
        await db
          .updateTable('process_stage')
          .set({ position: sql`position + ${distance}::smallint` })
          .where('enterprise_id', '=', enterpriseId)
          .where('process_id', '=', processId)
          .where('round', '=', round)
          .where('superseded', '=', false)
          .where('position', '>=', start)
          .execute();
    },

    /** Removes the undecided assignments of a stage from the to-do lists, or returns them to their holders. */
    async holdAssignmentsOf(stageId: number, held: boolean): Promise<void> {
      await db
        .updateTable('process_assignment')
        .set({ holder_id: held ? null : sql`coalesce(transfer_to, user_id)` })
        .where('enterprise_id', '=', enterpriseId)
        .where('stage_id', '=', stageId)
        .where('status', 'in', ['open', 'transfer_awaiting'])
        .execute();
    },

    async addRound(row: {
      process_id: number;
      round: number;
      starter_id: number;
      template_id: number | null;
      cc_ids: number[];
      snapshot: string;
      copy: string | null;
      copy_digest: string | null;
      started_at: Date;
    }): Promise<void> {
      await db
        .insertInto('process_round')
        .values({ ...row, enterprise_id: enterpriseId })
        .execute();
    },

    async addHistory(row: NewHistory): Promise<void> {
      await db
        .insertInto('process_history')
        .values({ ...row, enterprise_id: enterpriseId })
        .execute();
    },

    /** Adds carbon copies to those of the round. */
    addCc,

    /** Replaces the carbon copies. */
    async setCc(processId: number, userIds: readonly number[]): Promise<void> {
      await db
        .deleteFrom('process_cc')
        .where('enterprise_id', '=', enterpriseId)
        .where('process_id', '=', processId)
        .where('user_id', '<>', sql<number>`all(${userIds as number[]})`)
        .execute();
      await addCc(processId, userIds);
    },
  };
};
export type ProcessesWriter = ReturnType<typeof processesWriter>;
