import { afterAll, beforeAll, expect, it } from 'vitest';
import { index } from '@prdm/contract/processes/review';
import { taskAttachments } from '@prdm/contract/tasks/attachments';
import { PASSWORD } from '../src/testing/worlds/builders.ts';
import { startApp, type TestApp } from '../src/testing/servers/start-app.ts';
import { furnishDemo } from './demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await furnishDemo(app.platform, app.modules, () => undefined);
}, 300_000);
afterAll(() => app.stop());

const signIn = (account: string): Promise<string> =>
  account === 'admin' ? app.admin() : app.signIn(account, PASSWORD);

it.each(['admin', 'chen.wei', 'li.na'])(
  '%s has five reviews waiting, two with viewpoints and two with files',
  async (account) => {
    const token = await signIn(account);
    const { data } = await app.call(index, { ispage: 'not' }, { token });
    const waiting = data.list as { kind: string; source_id: number; number: string }[];
    expect(waiting.length).toBeGreaterThanOrEqual(5);
    for (const { number } of waiting) expect(number).toMatch(/-\d{3,}$/);
    const handed = await Promise.all(
      waiting.map(async ({ source_id: id }) => (await app.call(taskAttachments.index, { id }, { token })).data),
    );
    expect(handed.filter(({ viewpoints }) => viewpoints.length > 0).length).toBeGreaterThanOrEqual(2);
    const filed = handed.filter(({ list }) => (list as { round: number }[]).some(({ round }) => round > 0));
    expect(filed.length).toBeGreaterThanOrEqual(2);
  },
);

it('a delegation runs today, and its deputy sees the review', async () => {
  const { rows } = await app.platform.db.pool.query(
    'select count(*)::int as n from process_delegation where from_at <= now() and to_at > now()',
  );
  expect(rows).toEqual([{ n: 1 }]);
  const { data } = await app.call(index, { ispage: 'not' }, { token: await signIn('chen.wei') });
  expect((data.list as { name: string }[]).map(({ name }) => name)).toContain('总平面图审定');
});

it('opinions have every grade and every state, two on components and one on a file', async () => {
  const { rows } = await app.platform.db.pool.query<{ grade: string; state: string; place: string }>(
    'select grade, state, place from opinion',
  );
  expect([...new Set(rows.map(({ grade }) => grade))].toSorted()).toEqual(['general', 'principle', 'technical']);
  expect([...new Set(rows.map(({ state }) => state))].toSorted()).toEqual(['answered', 'closed', 'kept', 'open']);
  expect(rows.filter(({ place }) => place === 'component')).toHaveLength(2);
  expect(rows.filter(({ place }) => place === 'file')).toHaveLength(1);
});
