import { afterAll, beforeAll, expect, it } from 'vitest';
import { add as addProject } from '@prdm/contract/projects';
import { stages as stageCalls } from '@prdm/contract/config/dictionaries';
import { add } from '@prdm/contract/tasks';
import { buildPerson, buildProject, PASSWORD, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { projectForm } from '../../../testing/worlds/project-form.ts';
import { callAt, signInAt, startTwo, type TwoServers } from '../../../testing/servers/start-two.ts';
import { ADMIN } from '../../../testing/servers/start-app.ts';

/* 100 parallel writers on two server processes: no number twice and no gap. */
const WRITERS = 100;
let two: TwoServers;
let manager: BuiltPerson;
let tokens: string[];
const at = (n: number): string => two.addresses[n % 2] as string;

beforeAll(async () => {
  two = await startTwo();
  manager = await buildPerson(two);
  tokens = await Promise.all([0, 1].map((n) => signInAt(at(n), manager.account, PASSWORD)));
}, 90_000);
afterAll(() => two?.stop(), 60_000);

const serials = (numbers: readonly string[]): number[] =>
  numbers.map((number) => Number(/\d+$/.exec(number)?.[0])).toSorted((a, b) => a - b);
const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n);

it('tasks of one project have the serials 1 to 100, with refused creations between them', async () => {
  const { id: projectId } = await buildProject(two, { managerId: manager.id });
  const stages = await callAt(at(0), stageCalls.index, {}, tokens[0]);
  const form = {
    project_id: projectId,
    title: '平面图',
    stage_id: stages.data.list[0]?.id,
    executor_ids: [manager.id],
    stages: [{ name: '审核', executor_ids: [manager.id] }],
  };
  const calls = upTo(WRITERS).flatMap((n) => {
    const call = (more: object) => callAt(at(n), add, { ...form, ...more }, tokens[n % 2]);
    // Publishing without a reviewer is refused after the insert, so the number returns to the series.
    return n % 5 === 0 ? [call({}), call({ publish: 1, stages: [{ name: '审核', executor_ids: [] }] })] : [call({})];
  });
  const answers = await Promise.all(calls);
  const added = answers.filter(({ code }) => code === 0).map(({ data }) => data.number);
  expect(answers.filter(({ status, code }) => status === 200 && code !== 0)).toHaveLength(WRITERS / 5);
  expect(serials(added)).toEqual(upTo(WRITERS));
}, 60_000);

it('projects of one year have consecutive serials', async () => {
  const admins = await Promise.all([0, 1].map((n) => signInAt(at(n), ADMIN.account, ADMIN.password)));
  const form = await projectForm(two, manager.id);
  const answers = await Promise.all(
    upTo(20).map((n) => callAt(at(n), addProject, { ...form, name: `门诊楼 ${n}` }, admins[n % 2])),
  );
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
  const given = serials(answers.map(({ data }) => data.item_number));
  expect(given).toEqual(upTo(given.at(-1) ?? 0, given[0]));
}, 60_000);
