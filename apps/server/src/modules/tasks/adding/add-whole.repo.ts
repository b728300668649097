import { sql, type Insertable, type Kysely } from 'kysely';
import type { DB } from '../../../platform/db-types.ts';
import type { StageRow, TaskRecord, TasksTables } from '../task.repo.ts';

export type NewTask = Omit<Insertable<DB['task']>, 'enterprise_id' | 'number'>;

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);

/**
 * Inserts a task with its people, its stages and its first history entry in one statement. Returns the record in the
 * form in which a read of the stored rows returns it, or null if another task has the number. The new row stays locked
 * until the transaction ends, because no other transaction can see it before.
 */
export async function addWhole(
  db: Kysely<TasksTables>,
  enterpriseId: number,
  given: {
    readonly row: NewTask;
    readonly number: string;
    readonly executorIds: readonly number[];
    readonly ccIds: readonly number[];
    readonly stages: readonly StageRow[];
    readonly at: Date;
  },
): Promise<TaskRecord | null> {
  const executorIds = distinct(given.executorIds);
  const ccIds = distinct(given.ccIds);
  const row = await db
    .with('added', (within) =>
      within
        .insertInto('task')
        .values({ ...given.row, number: given.number, enterprise_id: enterpriseId })
        // The index of the number has an expression, and it is the only one that a new row can violate.
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    )
    .with('executors', (within) =>
      within
        .insertInto('task_executor')
        .columns(['enterprise_id', 'task_id', 'user_id'])
        .expression((eb) =>
          eb
            .selectFrom('added')
            .select(['enterprise_id', 'id', sql<number>`unnest(${executorIds}::bigint[])`.as('user_id')]),
        ),
    )
    .with('copies', (within) =>
      within
        .insertInto('task_cc')
        .columns(['enterprise_id', 'task_id', 'user_id'])
        .expression((eb) =>
          eb.selectFrom('added').select(['enterprise_id', 'id', sql<number>`unnest(${ccIds}::bigint[])`.as('user_id')]),
        ),
    )
    .with('stages', (within) =>
      within
        .insertInto('task_stage')
        .columns([
          'enterprise_id',
          'task_id',
          'position',
          'name',
          'sign_mode',
          'days',
          'executor_ids',
          'allow_transfer',
          'reject_to',
          'cc_ids',
          'separate',
          'straight',
        ])
        .expression((eb) =>
          eb
            .selectFrom(['added', stageRows(given.stages).as('s')])
            .select([
              'added.enterprise_id',
              'added.id',
              's.position',
              's.name',
              's.sign_mode',
              's.days',
              's.executor_ids',
              's.allow_transfer',
              's.reject_to',
              's.cc_ids',
              's.separate',
              's.straight',
            ]),
        ),
    )
    .with('noted', (within) =>
      within
        .insertInto('task_history')
        .columns(['enterprise_id', 'task_id', 'round', 'action', 'user_id', 'to_status', 'at'])
        .expression((eb) =>
          eb
            .selectFrom('added')
            .select([
              'added.enterprise_id',
              'added.id',
              sql<number>`0`.as('round'),
              sql<string>`'add'`.as('action'),
              'added.created_by',
              'added.status',
              sql<Date>`${given.at}::timestamptz`.as('at'),
            ]),
        ),
    )
    .selectFrom('added')
    .selectAll()
    .executeTakeFirst();
  return row === undefined ? null : { ...row, executor_ids: executorIds, cc_ids: ccIds, transfer: null };
}

const stageRows = (stages: readonly StageRow[]) => sql<StageRow>`(
  select * from jsonb_to_recordset(${JSON.stringify(stages)}::jsonb) as one (
    position int, name text, sign_mode text, days numeric, executor_ids bigint[], allow_transfer boolean, reject_to text,
    cc_ids bigint[], separate boolean, straight boolean))`;
