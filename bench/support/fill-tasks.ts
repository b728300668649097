import { createHash } from 'node:crypto';
import type pg from 'pg';

export interface Filled {
  /** People with a session and one of their projects. */
  readonly callers: { token: string; projectId: number }[];
  readonly managers: readonly Manager[];
  readonly tasks: number;
  /** The stage that all tasks belong to. */
  readonly stageId: number;
}

/** A manager of a project, with a session. */
export interface Manager {
  readonly token: string;
  readonly enterpriseId: number;
  readonly userId: number;
  readonly projectId: number;
  /** Some tasks of the project. */
  readonly taskIds: readonly number[];
  /** A word in some 60 titles, all of this project. */
  readonly word: string;
}

const PEOPLE = 200;
const PROJECTS = 200;
const MEMBERS_PER_PROJECT = 12;
const NOTICES_PER_PERSON = 100;
const tokenOf = (person: number): string => `bench-token-${person}-${'x'.repeat(20)}`;

/**
 * A large institute in a database after its first start: 200 people with sessions, 200 projects of 12 members,
 * `wanted` tasks in all. Every twelfth task is under a review of two stages. It uses plain SQL, because the calls would take
 * an hour.
 */
export async function fillTasks(client: pg.Client, wanted: number): Promise<Filled> {
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  const perProject = Math.ceil(wanted / PROJECTS);
  await run('begin');
  await run(`create temp table it on commit drop as select e.id as enterprise,
    (select id from dictionary_entry where enterprise_id = e.id and kind = 'stage' order by sort limit 1) as stage,
    (select id from dictionary_entry where enterprise_id = e.id and kind = 'project_type' order by sort limit 1) as type,
    (select password_hash from account where enterprise_id = e.id limit 1) as hash
    from enterprise e order by e.id limit 1`);
  // The data is consistent, so the check of a million foreign keys is unnecessary.
  await run('set local session_replication_role = replica');
  await people(run);
  await projects(run);
  await withoutIndexes(run, ['task', 'process', 'process_stage', 'process_assignment'], async () => {
    await tasks(run, perProject);
    await reviews(run);
  });
  await notices(run);
  await run('commit');
  await run('vacuum analyze');
  const { rows } = await run(`select distinct on (p.id) p.id as project, s.person from project p
    join project_member m on m.project_id = p.id join bench_person s on s.id = m.user_id where p.item_number like 'B-%' order by p.id, s.person`);
  const callers = rows.map(({ project, person }) => ({ token: tokenOf(person), projectId: Number(project) }));
  const { rows: stages } = await run(`select stage_id from task limit 1`);
  return {
    callers,
    managers: await managersOf(run),
    tasks: PROJECTS * perProject,
    stageId: Number(stages[0].stage_id),
  };
}

async function managersOf(run: Run): Promise<Manager[]> {
  const { rows } = await run(`select p.enterprise_id, p.id, p.manager_id, s.person,
    array(select t.id from task t where t.enterprise_id = p.enterprise_id and t.project_id = p.id order by t.id limit 40)::text[] as tasks
    from project p join bench_person s on s.id = p.manager_id where p.item_number like 'B-%' order by p.id`);
  return rows.map(({ enterprise_id: enterprise, id, manager_id: user, person, tasks: ids }) => ({
    token: tokenOf(person),
    enterpriseId: Number(enterprise),
    userId: Number(user),
    projectId: Number(id),
    taskIds: (ids as string[]).map(Number),
    word: `图 ${person}-1`,
  }));
}

type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** One index build is many times cheaper than its upkeep during 200,000 inserts. */
async function withoutIndexes(run: Run, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await run(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made
     from pg_index i where i.indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await run(`drop index ${name}`);
  await work();
  await run(`set local maintenance_work_mem = '256MB'`);
  for (const { made } of rows) await run(made);
}

async function people(run: Run): Promise<void> {
  await run(`create table bench_person as
    with made as (
      insert into account (enterprise_id, account, account_key, password_hash)
      select enterprise, 'bench' || n, 'bench' || n, hash from it, generate_series(1, ${PEOPLE}) n returning id, account)
    select id, substr(account, 6)::int as person from made`);
  await run(
    `insert into staff (enterprise_id, user_id, name, account) select enterprise, id, '工程师' || person, 'bench' || person from it, bench_person`,
  );
  await run(`insert into role_holder (enterprise_id, role_id, user_id)
    select enterprise, r.id, p.id from it join role r on r.enterprise_id = enterprise and r.key = 'employee', bench_person p`);
  const hashes = Array.from({ length: PEOPLE }, (_, at) =>
    createHash('sha256')
      .update(tokenOf(at + 1))
      .digest(),
  );
  await run(
    `insert into session (enterprise_id, user_id, token_hash, automatic, ip, agent, idle_expires_at, expires_at)
     select enterprise, p.id, h.hash, false, '127.0.0.1', 'bench', now() + interval '8 hours', now() + interval '24 hours'
     from it, unnest($1::bytea[]) with ordinality as h(hash, person) join bench_person p on p.person = h.person`,
    [hashes],
  );
}

async function projects(run: Run): Promise<void> {
  await run(`create temp table project_no on commit drop as
    with made as (
      insert into project (enterprise_id, name, short_name, item_number, type_id, stage_id, manager_id, created_by, land_area_unit,
        build_area, build_area_unit, bim_area, bim_area_unit, height_unit)
      select enterprise, '科研办公楼 ' || n, '项目' || n, 'B-' || n, type, stage, p.id, p.id, 'm2', 12000, 'm2', 10000, 'm2', 'm'
      from it, generate_series(1, ${PROJECTS}) n join bench_person p on p.person = n returning id, item_number)
    select id, substr(item_number, 3)::int as n from made`);
  await run(`insert into project_member (enterprise_id, project_id, user_id)
    select enterprise, j.id, p.id from it, project_no j, generate_series(0, ${MEMBERS_PER_PROJECT - 1}) m
    join bench_person p on true where p.person = 1 + (j.n - 1 + m * 7) % ${PEOPLE}`);
  await run(`insert into project_member_role (enterprise_id, project_id, user_id, role_id)
    select enterprise, j.id, p.id, r.id from it, project_no j, generate_series(0, ${MEMBERS_PER_PROJECT - 1}) m
    join bench_person p on true
    join role r on r.key = (case m when 0 then 'project_manager' when 1 then 'professional_leader' else 'designer' end)
    where p.person = 1 + (j.n - 1 + m * 7) % ${PEOPLE} and r.enterprise_id = enterprise`);
}

async function tasks(run: Run, perProject: number): Promise<void> {
  await run(`insert into task (enterprise_id, project_id, number, title, stage_id, priority, assigner_id, created_by, deadline, status, review_status,
      published_at, round, required_minutes, used_minutes, finished_at)
    select enterprise, j.id, 'B-' || j.n || '-' || lpad(k::text, greatest(3, length(k::text)), '0'), (array['平面图', '剖面图', '节点详图', '计算书', '材料表'])[1 + k % 5] || ' ' || j.n || '-' || k, stage, k % 3, p.id, p.id,
      date_trunc('second', now()) + make_interval(hours => 24 + (k * 7919) % 4000),
      case k % 12 when 0 then 'in_progress' when 1 then 'finished' when 2 then 'finished' when 3 then 'not_started' when 4 then 'awaiting_confirmation'
        when 5 then 'in_progress' when 6 then 'in_progress' else 'unprocessed' end,
      case k % 12 when 0 then 'under_review' when 1 then 'review_complete' when 2 then 'review_complete' when 4 then 'review_complete' else 'not_reviewed' end,
      case k % 12 when 3 then null else now() end, 1, 480, 120,
      case when k % 12 in (1, 2) then now() end
    from it, project_no j join bench_person p on p.person = j.n, generate_series(1, ${perProject}) k order by k, j.n`);
  // Each member gets two of twelve tasks, of every status alike.
  await run(`insert into task_executor (enterprise_id, task_id, user_id)
    select distinct t.enterprise_id, t.id, p.id from task t join project_no j on j.id = t.project_id, generate_series(1, 2) k
    join bench_person p on true where p.person = 1 + (j.n - 1 + ((t.id / ${PROJECTS} + t.id / ${PROJECTS * MEMBERS_PER_PROJECT} + k) % ${MEMBERS_PER_PROJECT}) * 7) % ${PEOPLE}`);
}

async function reviews(run: Run): Promise<void> {
  await run(`insert into process (enterprise_id, subject_kind, subject_id, subject_name, subject_number, pc_path, project_id, starter_id, snapshot, status, position, started_at, finished_at)
    select t.enterprise_id, 'task', t.id, t.title, t.number, '/file/task/index?id=' || t.id, t.project_id, t.assigner_id, '[]',
      case t.review_status when 'under_review' then 'under_review' else 'review_complete' end, case t.review_status when 'under_review' then 1 else 2 end, now(),
      case t.review_status when 'under_review' then null else now() end
    from task t where t.review_status <> 'not_reviewed'`);
  await run(`insert into process_round (enterprise_id, process_id, round, starter_id, snapshot, started_at)
    select enterprise_id, id, 1, starter_id, snapshot, started_at from process`);
  await run(`insert into process_stage (enterprise_id, process_id, round, position, name, status, sign_mode, allow_transfer, reject_to)
    select p.enterprise_id, p.id, 1, n, (array['校对', '审核'])[n],
      case when p.status <> 'under_review' then 'review_complete' when n = 1 then 'under_review' else 'not_reviewed' end, 'any', true, 'starter'
    from process p, generate_series(1, 2) n`);
  await run(`insert into process_assignment (enterprise_id, process_id, stage_id, user_id, status, holder_id, since)
    select s.enterprise_id, s.process_id, s.id, e.user_id,
      case s.status when 'under_review' then 'open' when 'not_reviewed' then 'waiting' else 'passed' end,
      case s.status when 'under_review' then e.user_id end, now()
    from process_stage s join process p on p.enterprise_id = s.enterprise_id and p.id = s.process_id
    join lateral (select user_id from task_executor x where x.enterprise_id = p.enterprise_id and x.task_id = p.subject_id order by user_id limit 1) e on true`);
}

async function notices(run: Run): Promise<void> {
  await run(`insert into notice (enterprise_id, user_id, type, project_id, source_kind, source_id, text_key, text_params, pc_path, once_key, send_time, read_at)
    select e.enterprise_id, e.user_id, 'next_task', t.project_id, 'task', t.id, 'tasks.notice.published', jsonb_build_object('name', t.title, 'by', '工程师'),
      '/file/task/index?id=' || t.id, 'bench:' || t.id, now() - make_interval(mins => e.n::int), case when e.n > 10 then now() end
    from (select enterprise_id, user_id, task_id, row_number() over (partition by user_id order by task_id desc) as n from task_executor) e
    join task t on t.enterprise_id = e.enterprise_id and t.id = e.task_id where e.n <= ${NOTICES_PER_PERSON}`);
}
