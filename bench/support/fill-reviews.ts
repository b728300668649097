import { Client } from 'pg';

/** Running reviews of 1,000 tasks. */
const OF_THOUSAND = 300;

/** One person with a session, and some of the reviews that wait for this person. */
export interface Reviewer {
  readonly token: string;
  readonly processIds: readonly number[];
}

/**
 * Puts more tasks of a filled institute under review, until three of ten have a running review of two stages. A second
 * call adds nothing. It uses plain SQL, like the filling of tasks.
 */
export async function fillReviews(
  databaseUrl: string,
  tokens: readonly string[],
): Promise<{ running: number; reviewers: Reviewer[] }> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`create temp table chosen on commit drop as
      select t.enterprise_id, t.id from task t join task_executor x on x.enterprise_id = t.enterprise_id and x.task_id = t.id
      where t.status = 'unprocessed' and t.review_status = 'not_reviewed' group by t.enterprise_id, t.id order by t.id
      limit greatest(0, (select count(*) * ${OF_THOUSAND} / 1000 from task) - (select count(*) from process where status = 'under_review'))`);
    await client.query(`update task t set status = 'in_progress', review_status = 'under_review' from chosen c
      where t.enterprise_id = c.enterprise_id and t.id = c.id`);
    await client.query(`create temp table opened on commit drop as
      with made as (
        insert into process (enterprise_id, subject_kind, subject_id, subject_name, subject_number, pc_path, project_id, starter_id, snapshot,
          status, position, started_at)
        select t.enterprise_id, 'task', t.id, t.title, t.number, '/file/task/index?id=' || t.id, t.project_id, t.assigner_id, '[]',
          'under_review', 1, now() - make_interval(mins => (t.id % 20000)::int)
        from task t join chosen c on c.enterprise_id = t.enterprise_id and c.id = t.id
        returning enterprise_id, id, subject_id, starter_id, started_at)
      select * from made`);
    await client.query(`insert into process_round (enterprise_id, process_id, round, starter_id, snapshot, started_at)
      select enterprise_id, id, 1, starter_id, '[]', started_at from opened`);
    await client.query(`create temp table staged on commit drop as
      with made as (
        insert into process_stage (enterprise_id, process_id, round, position, name, status, sign_mode, allow_transfer, reject_to, opened_at)
        select enterprise_id, id, 1, n, (array['校对', '审核'])[n], case n when 1 then 'under_review' else 'not_reviewed' end, 'any', true,
          'starter', case n when 1 then started_at end
        from opened, generate_series(1, 2) n returning enterprise_id, id, process_id, status)
      select * from made`);
    await client.query(`insert into process_assignment (enterprise_id, process_id, stage_id, user_id, status, holder_id, since)
      select s.enterprise_id, s.process_id, s.id, e.user_id, case s.status when 'under_review' then 'open' else 'waiting' end,
        case s.status when 'under_review' then e.user_id end, o.started_at
      from staged s join opened o on o.enterprise_id = s.enterprise_id and o.id = s.process_id
      join lateral (select user_id from task_executor x where x.enterprise_id = o.enterprise_id and x.task_id = o.subject_id
        order by (x.user_id * 31 + o.id) % 97 limit 1) e on true`);
    await client.query('commit');
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ running: string }>(
      `select count(*) as running from process where status = 'under_review'`,
    );
    const reviewers: Reviewer[] = [];
    for (const token of tokens) {
      const waiting = await client.query<{ process_id: string }>(
        `select a.process_id from session s join process_assignment a on a.enterprise_id = s.enterprise_id and a.holder_id = s.user_id
         where s.token_hash = sha256(convert_to($1, 'UTF8')) order by a.since desc limit 8`,
        [token],
      );
      reviewers.push({ token, processIds: waiting.rows.map((row) => Number(row.process_id)) });
    }
    return {
      running: Number(rows[0]?.running),
      reviewers: reviewers.filter(({ processIds }) => processIds.length > 0),
    };
  } finally {
    await client.end();
  }
}
