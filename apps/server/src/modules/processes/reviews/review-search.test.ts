import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import type { ReviewRow } from '@prdm/contract/processes/review';
import { buildProcess, Crew, SUBJECT_KIND, type BuiltProcess } from '../../../testing/worlds/approvals.ts';
import { buildProject, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let crew: Crew;
let starter: BuiltPerson;
let executor: BuiltPerson;
let copied: BuiltPerson;
let projectId: number;
const built: Record<string, BuiltProcess> = {};

beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  [starter, executor, copied] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
  const members = [starter, executor, copied].map(({ id }) => ({ id, roles: ['designer' as const] }));
  ({ id: projectId } = await buildProject(app, { name: '云栖小学 East', members }));
  for (const [id, name, inProject] of [
    [1, '首层平面图', false],
    [2, '楼梯详图', true],
    [3, 'Stair 100% details', false],
    [4, '屋面平面图', true],
  ] as const) {
    const subject = { kind: SUBJECT_KIND, id, name, pcPath: `/contract/detail?id=${id}` };
    const given = { starter, stages: [{ by: [executor] }, { by: [executor] }], cc: [copied], subject };
    built[name] = await buildProcess(app, { ...given, projectId: inProject ? projectId : null });
  }
});
afterAll(() => app.stop());

/** Names and total of a list. */
async function found(word: string, more: object = {}, person = executor): Promise<[string[], number]> {
  const { code, data } = await crew.call(person, review.index, { word, ...more });
  expect(code).toBe(0);
  return [(data.list as ReviewRow[]).map(({ name }) => name), data.total];
}

describe('a word in the list of reviews', () => {
  it('filters the whole list, and the total counts the matches', async () => {
    expect(await found('平面图')).toEqual([['屋面平面图', '首层平面图'], 2]);
    expect(await found('平面图', { size: 1, page: 2 })).toEqual([['首层平面图'], 2]);
    expect(await found('平面图', { ispage: 'not' })).toEqual([['屋面平面图', '首层平面图'], 2]);
    expect(await found('', {})).toEqual([expect.objectContaining({ length: 4 }), 4]);
    expect(await found('没有')).toEqual([[], 0]);
  });

  it('ignores case and surrounding blanks, and treats pattern characters literally', async () => {
    expect(await found('  stair 100% ')).toEqual([['Stair 100% details'], 1]);
    for (const word of ['100_', '%', '\\'])
      expect((await found(word))[0]).toEqual(word === '%' ? ['Stair 100% details'] : []);
    // Some systems send the accent as a separate character.
    expect(await found('É'.normalize('NFD'))).toEqual([[], 0]);
  });

  it('also matches project names, together with the other filters', async () => {
    expect(await found('云栖')).toEqual([['屋面平面图', '楼梯详图'], 2]);
    expect(await found('EAST')).toEqual([['屋面平面图', '楼梯详图'], 2]);
    expect(await found('平面图', { project_id: projectId })).toEqual([['屋面平面图'], 1]);
    expect(await found('云栖', { kind: 'vacate' })).toEqual([[], 0]);
  });

  it('filters each of the four lists', async () => {
    expect(await found('楼梯', { state: 'mine' }, starter)).toEqual([['楼梯详图'], 1]);
    expect(await found('云栖', { state: 'cc' }, copied)).toEqual([['屋面平面图', '楼梯详图'], 2]);
    expect(await found('楼梯', { state: 'done' })).toEqual([[], 0]);
    await crew.pass(executor, built['楼梯详图'] as BuiltProcess);
    await crew.pass(executor, built['首层平面图'] as BuiltProcess);
    expect(await found('楼梯', { state: 'done' })).toEqual([['楼梯详图'], 1]);
    expect(await found('云栖', { state: 'done' })).toEqual([['楼梯详图'], 1]);
    expect(await found('平面图', { state: 'cc' }, executor)).toEqual([[], 0]);
  });

  it('matches nothing in projects that the reader left, by neither name', async () => {
    const leaver = await crew.person();
    const members = [{ id: leaver.id, roles: ['designer' as const] }];
    const left = await buildProject(app, { name: '湖畔会所', members });
    const subject = { kind: SUBJECT_KIND, id: 9, name: '会所门窗表', pcPath: '/contract/detail?id=9' };
    await buildProcess(app, { starter: leaver, stages: [{ by: [leaver] }], projectId: left.id, subject });
    expect(await found('会所', { state: 'mine' }, leaver)).toEqual([['会所门窗表'], 1]);
    await app.platform.db.pool.query(`update project_member set removed_at = now() where user_id = $1`, [leaver.id]);
    for (const word of ['会所', '湖畔']) expect(await found(word, { state: 'mine' }, leaver)).toEqual([[], 0]);
  });

  it('has at most fifty characters', async () => {
    const answer = await crew.call(executor, review.index, { word: '长'.repeat(51) });
    expect(answer).toMatchObject({ code: 1001, data: { field: 'word' } });
  });
});
