import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { stages as stageDictionary } from '@prdm/contract/config/dictionaries';
import type { Endpoint } from '@prdm/contract/kit';
import { memberDel } from '@prdm/contract/projects';
import { add, edit, info, publish, transfer, transferConfirm } from '@prdm/contract/tasks';
import { buildPerson, buildProject, PASSWORD, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { callAt, signInAt, startTwo, type TwoServers, type WireAnswer } from '../../testing/servers/start-two.ts';

/*
 * One server names a person in a task while another server removes the person from the project. In either order, no
 * removed person keeps work there.
 */
const ROUNDS = 6;
let two: TwoServers;
let manager: BuiltPerson;
let designer: BuiltPerson;
let reviewer: BuiltPerson;
let leaver: BuiltPerson;
let tokens: Map<number, string>;
let projectId: number;
let stageId: number;

beforeAll(async () => {
  two = await startTwo();
  const people = await Promise.all([1, 2, 3, 4].map(() => buildPerson(two)));
  [manager, designer, reviewer, leaver] = people as [BuiltPerson, BuiltPerson, BuiltPerson, BuiltPerson];
  const members = people.slice(1).map(({ id }) => ({ id, roles: ['designer' as const] }));
  ({ id: projectId } = await buildProject(two, { managerId: manager.id, members }));
  const signedIn = people.map(
    async ({ id, account }, at) => [id, await signInAt(two.addresses[at % 2] as string, account, PASSWORD)] as const,
  );
  tokens = new Map(await Promise.all(signedIn));
  stageId = (await call(stageDictionary.index, { ispage: 'not' }, manager)).data.list[3]?.id ?? 0;
}, 90_000);
afterAll(() => two?.stop(), 60_000);

/** Calls one of the two servers, chosen by number. */
const call = <O extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, O>,
  input: object,
  by: BuiltPerson,
  at = 0,
): Promise<WireAnswer<z.output<O>>> => callAt(two.addresses[at % 2] as string, endpoint, input, tokens.get(by.id));

const form = (executor: BuiltPerson, published: boolean) => ({
  project_id: projectId,
  title: '三层平面图',
  stage_id: stageId,
  executor_ids: [executor.id],
  stages: [{ name: '审核', executor_ids: [reviewer.id] }],
  publish: published,
});
async function made(executor: BuiltPerson, published = true): Promise<{ id: number; version: number }> {
  const { code, msg, data } = await call(add, form(executor, published), manager);
  if (code !== 0) throw new Error(msg);
  return { id: data.id, version: data.version };
}

/** A way to give or offer work to the member: the setup, then the call to one of the two servers. */
type Way = () => Promise<(at: number) => Promise<WireAnswer>>;
const WAYS: [string, Way, refused: number[]][] = [
  ['a new task', () => Promise.resolve((at) => call(add, form(leaver, true), manager, at)), [1001]],
  [
    'an edit',
    async () => {
      const task = await made(designer);
      return (at) => call(edit, { ...task, executor_ids: [designer.id, leaver.id] }, manager, at);
    },
    [1001],
  ],
  [
    'publishing a draft',
    async () => {
      const task = await made(leaver, false);
      return (at) => call(publish, task, manager, at);
    },
    [1001],
  ],
  [
    'an offer',
    async () => {
      const task = await made(designer);
      return (at) => call(transfer, { ...task, target_id: leaver.id }, designer, at);
    },
    // An offer does not keep a member in the project. If it comes first, the removal returns it to the executor.
    [0, 1001],
  ],
  [
    'taking an offer',
    async () => {
      const { id, version } = await made(designer);
      await call(transfer, { id, version, target_id: leaver.id }, designer);
      const offered = { id, version: (await call(info, { id }, manager)).data.version };
      return (at) => call(transferConfirm, offered, leaver, at);
    },
    // Removed before the access check: 444. Removed after it: 1005, because the offer is void.
    [444, 1005],
  ],
];

const OUTCOME = `select
  exists (select 1 from project_member where project_id = $1 and user_id = $2 and removed_at is null) as member,
  exists (select 1 from task t join task_executor e on e.task_id = t.id
    where e.user_id = $2 and t.published_at is not null and t.deleted_at is null) as works,
  exists (select 1 from task_transfer where to_id = $2 and answer is null) as offered`;

it.each(WAYS)(
  '%s and a parallel removal: the person stays a member with the work, or leaves without it',
  async (_name, ready, refused) => {
    const { pool } = two.platform.db;
    for (let round = 0; round < ROUNDS; round += 1) {
      await pool.query('update project_member set removed_at = null where project_id = $1', [projectId]);
      const naming = await ready();
      const remove = () => call(memberDel, { project_id: projectId, user_id: leaver.id }, manager, round + 1);
      // The requests alternate in who starts first. The database decides which one wins.
      const first = round % 2 === 0 ? naming(round) : null;
      const removing = remove();
      const [named, removed] = await Promise.all([first ?? naming(round), removing]);
      const { rows } = await pool.query(OUTCOME, [projectId, leaver.id]);
      const outcome = { named: named.code, removed: removed.code, ...rows[0] };
      if (removed.code === 0) {
        expect(outcome).toMatchObject({ member: false, works: false, offered: false });
        expect(refused).toContain(named.code);
      } else expect(outcome).toEqual({ named: 0, removed: 1008, member: true, works: true, offered: false });
      await pool.query('update task set deleted_at = now() where project_id = $1', [projectId]);
    }
  },
);
