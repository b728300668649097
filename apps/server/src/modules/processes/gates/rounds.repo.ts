import { sql, type Kysely } from 'kysely';
import type { SignMode, StageStatus } from '@prdm/contract/status';
import type { Moment } from '../delegations/moment.ts';
import { assignmentsJson, assignmentOf } from '../process.repo.ts';
import type { ProcessTables } from '../process.rows.ts';

/** All rounds of one process, for the people and signatures of each. */
export const roundsRepo = (db: Kysely<ProcessTables>, enterpriseId: number) => ({
  async starters(processId: number): Promise<number[]> {
    const rows = await db
      .selectFrom('process_round')
      .select('starter_id')
      .distinct()
      .where('enterprise_id', '=', enterpriseId)
      .where('process_id', '=', processId)
      .execute();
    return rows.map((row) => row.starter_id);
  },

  /** Valid stages of all rounds with their assignments, by round and position. */
  async stages(processId: number, moment: Moment) {
    const rows = await db
      .selectFrom('process_stage as s')
      .select([
        's.round',
        's.position',
        's.name',
        sql<StageStatus>`s.status`.as('status'),
        sql<SignMode>`s.sign_mode`.as('sign_mode'),
        assignmentsJson(moment).as('assignments'),
      ])
      .where('s.enterprise_id', '=', enterpriseId)
      .where('s.process_id', '=', processId)
      .where('s.superseded', '=', false)
      .orderBy('s.round')
      .orderBy('s.position')
      .execute();
    return rows.map((row) => ({ ...row, assignments: row.assignments.map(assignmentOf) }));
  },
});
export type RoundStage = Awaited<ReturnType<ReturnType<typeof roundsRepo>['stages']>>[number];
