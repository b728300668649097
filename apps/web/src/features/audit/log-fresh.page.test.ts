import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionLogRow } from '@prdm/contract/organisation/action-log';
import { translate as t } from '../../lib/i18n.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [{ action: 'home-ActionLog-index' }] } });
}, 60_000);
afterAll(() => app.stop());

const rowOf = (id: number): ActionLogRow => ({
  id,
  at: '2026-03-01 09:00:00',
  user_id: 2,
  user_name: '李娜',
  event: 'tasks.edited',
  action: '修改任务',
  kind: 'task',
  kind_name: '任务',
  target_id: 1,
  target_name: '结构图',
  path: null,
  project_id: null,
  project_name: '',
  ip: '10.0.0.1',
  agent: '',
  sealed: true,
  changes: [],
});

test('the page of the log asks for a count of newer rows, and reads no rows again', async () => {
  const asked: URLSearchParams[] = [];
  app.data('/apis/action_log/index', { list: [rowOf(8), rowOf(9)], total: 2, page: 1, size: 20 });
  app.says('/apis/action_log/count', ({ url }) => {
    asked.push(new URLSearchParams(url.split('?')[1]));
    return { body: { code: 0, msg: '', data: { count: 3 } } };
  });
  app.open('/company/cfgLog?area=tasks');
  expect(await screen.findByText(new RegExp(t('action-log.fresh', { count: 3 })))).toBeTruthy();
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ area: 'tasks', after_id: '9' });
  const sizes = app.wire.seen.filter(({ url }) => url.includes('/action_log/index')).map(({ url }) => url);
  expect(sizes.filter((url) => url.includes('size=200'))).toEqual([]);
});
