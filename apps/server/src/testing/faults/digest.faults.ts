import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noticeSettings, noticeSettingsEdit } from '@prdm/contract/identity/notice-settings';
import { NOTICE_TYPES } from '@prdm/contract/status';
import { startMailServer, type MailServer } from '../servers/mail-server.ts';
import { callAt, signInAt, startTwo, type TwoServers } from '../servers/start-two.ts';
import { buildPerson, PASSWORD, theEnterprise, type BuiltPerson } from '../worlds/builders.ts';

/*
 * Safety R20: the daily digest by the real scheduler on two server processes. Their clocks and that of the database stand
 * shortly after 08:30 of one day after the other.
 */
const SHIFTED = new URL('../servers/shifted-clock.ts', import.meta.url).href;
const TICKS = 10;
/** The scheduler looks every 30 s. A tick is due for 60 s. */
const TICK_MS = 55_000;
const TAKEN_OVER_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** 00:30:02 UTC of the first day, which is 08:30:02 in Asia/Shanghai. */
const FIRST = new Date(new Date(Date.now() + 2 * DAY_MS).setUTCHours(0, 30, 2, 0)).getTime();

let smtp: MailServer;
let folder: string;
let two: TwoServers;
let enterpriseId: number;
const people: BuiltPerson[] = [];

beforeAll(async () => {
  smtp = await startMailServer();
  folder = await mkdtemp(join(tmpdir(), 'prdm-digest-'));
  two = await startTwo(
    { SMTP_URL: smtp.url, NODE_OPTIONS: `--import=${SHIFTED}`, CLOCK_FILE: join(folder, 'ahead') },
    { prepare: movableClock, envOf: (process, url) => ({ DATABASE_URL: named(url, `process${process}`) }) },
  );
  enterpriseId = await theEnterprise(two);
  for (const number of [0, 1, 2]) {
    const person = await buildPerson(two, { account: `daily${number}`, email: `daily${number}@example.cn` });
    people.push(person);
    await chooseDigest(person, two.addresses[number % 2] ?? '');
  }
}, 120_000);
afterAll(async () => {
  await two.stop();
  await smtp.down();
  await rm(folder, { recursive: true, force: true });
});

/** The address of the database for a process whose connections have this name. */
function named(url: string, name: string): string {
  const address = new URL(url);
  address.searchParams.set('application_name', name);
  return address.href;
}

/** Every `now()` of the program, pg-boss included, reads a clock that the test moves. */
async function movableClock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create schema clock;
    create table clock.ahead (ms double precision not null);
    insert into clock.ahead values (0);
    create function clock.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + make_interval(secs => ms / 1000) from clock.ahead';`);
  await client.query(`alter database "${new URL(url).pathname.slice(1)}" set search_path = clock, pg_catalog, public`);
  await client.end();
}

/** Moves all clocks to 08:30:02 of a day. */
async function moveTo(day: number): Promise<void> {
  const ahead = FIRST + day * DAY_MS - Date.now();
  await writeFile(join(folder, 'ahead'), String(ahead));
  for (const pid of two.pids) if (isAlive(pid)) process.kill(pid, 'SIGUSR2');
  await two.platform.db.pool.query('update clock.ahead set ms = $1', [ahead]);
}
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function chooseDigest({ account }: BuiltPerson, address: string): Promise<void> {
  const token = await signInAt(address, account, PASSWORD);
  const { data } = await callAt(address, noticeSettings, {}, token);
  const ways = Object.fromEntries(NOTICE_TYPES.map((type) => [type, type === 'next_task' ? 'digest' : 'none']));
  const input = { ways, language: 'zh', version: data.version };
  expect(await callAt(address, noticeSettingsEdit, input, token)).toMatchObject({ code: 0 });
}

let number = 0;
const notify = (some: readonly BuiltPerson[]): Promise<void> => {
  number += 1;
  return two.platform.db.transaction(async (trx) => {
    await two.modules.notices.notify(trx, {
      enterpriseId,
      userIds: some.map(({ id }) => id),
      type: 'next_task',
      projectId: null,
      source: { kind: 'task', id: 1 },
      text: { key: 'tasks.notice.published', params: { by: '李娜', name: `结构图${number}` } },
      pcPath: '/file/task/index?id=1',
      onceKey: `digest:${number}`,
    });
  });
};
const mailsOf = ({ account }: BuiltPerson) => smtp.received.filter(({ to }) => to.includes(`${account}@example.cn`));
const counts = () => people.map((person) => mailsOf(person).length);
const many = async (text: string): Promise<number> => Number((await two.platform.db.pool.query(text)).rows[0].n);
/** The ended runs of the day. pg-boss deletes them after a week. */
const runs = () =>
  many(`select count(*) as n from pgboss.job where name = 'notices.digest' and state = 'completed'
    and completed_on > clock.now() - interval '12 hours'`);
const under = () => many(`select count(*) as n from mail where state in ('waiting', 'sending')`);
const patience = { timeout: TICK_MS, interval: 200 };

it(
  '[R20] ten ticks of the scheduler on two processes: ten runs, one mail for each person with news, also when a run is repeated',
  { timeout: 11 * 60_000 },
  async () => {
    const [daily, often, never] = people as [BuiltPerson, BuiltPerson, BuiltPerson];
    for (let day = 0; day < TICKS; day += 1) {
      await notify(day % 2 === 0 ? [daily, often] : [daily]);
      await moveTo(day);
      const wanted = [day + 1, Math.floor(day / 2) + 1, 0];
      await expect.poll(counts, patience).toEqual(wanted);
      await expect.poll(runs, patience).toBe(1);
      await expect.poll(under, patience).toBe(0);
      if (day !== 3 && day !== 6) continue;
      // A process that dies after its work leaves a job that runs again.
      await notify([daily]);
      await two.platform.db.pool.query(`insert into pgboss.job (name) values ('notices.digest'), ('notices.digest')`);
      await expect.poll(runs, patience).toBe(3);
      await expect.poll(under, patience).toBe(0);
      expect(counts()).toEqual(wanted);
    }
    const days = new Set(mailsOf(daily).map(({ subject }) => /\d{4}-\d\d-\d\d/.exec(subject)?.[0]));
    expect(days.size).toBe(TICKS);
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(smtp.received.length);
    // Each notice is listed once: one for each day, and one for each repeated run.
    const lines = mailsOf(daily).flatMap(({ text }) => text.match(/结构图\d+/g) ?? []);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toHaveLength(TICKS + 2);
    expect(mailsOf(never)).toEqual([]);
  },
);

it(
  '[R20] a process that is killed in the middle of the digest is replaced within 60 s',
  { timeout: 180_000 },
  async () => {
    const [daily] = people as [BuiltPerson];
    const { pool } = two.platform.db;
    await notify([daily]);
    const before = mailsOf(daily).length;
    const owner = async (): Promise<string | undefined> => {
      const { rows } = await pool.query(`select application_name as name from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ilike '%update "notice_setting"%'`);
      return rows[0]?.name;
    };
    let name: string | undefined;
    let killedAt = 0;
    // A connection of its own: those of the program end a transaction that is idle for 30 s.
    const client = new pg.Client({ connectionString: two.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select from notice_setting where user_id = $1 for update', [daily.id]);
      await moveTo(TICKS);
      await expect.poll(async () => (name = await owner()), { timeout: TICK_MS, interval: 50 }).toBeDefined();
      process.kill(two.pids[name === 'process0' ? 0 : 1], 'SIGKILL');
      killedAt = Date.now();
    } finally {
      await client.end();
    }
    await expect.poll(() => mailsOf(daily).length, { timeout: TAKEN_OVER_MS, interval: 100 }).toBe(before + 1);
    console.log(`the digest of ${name} was taken over after ${((Date.now() - killedAt) / 1000).toFixed(1)} s`);
  },
);
