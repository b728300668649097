import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { translate } from '../../lib/i18n.ts';
import { allowed, projectInfo, taskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => useAppState.setState({ device: 'desktop', sidebarOpen: true }));
afterEach(() => app.leave());
afterAll(() => app.stop());

const task = taskPage({ id: 7, title: '三层平面图', viewpoint_id: 12, can: [allowed('start')] });

const drawer = () => screen.findByRole('dialog', { name: translate('tasks.drawer.label') });

const viewpointLink = async () =>
  within(await drawer()).findByRole('link', { name: translate('tasks.drawer.openViewpoint') });

test('a task made of a viewpoint shows its picture, which leads to the model', async () => {
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.data('/apis/task/info', task);
  app.says('/apis/viewpoint/thumb', { headers: { 'content-type': 'image/png' }, body: 'a picture' });
  app.open('/file/task/index?project_id=3&id=7');
  const link = await viewpointLink();
  expect(link.getAttribute('href')).toBe('/file/model/viewpoint?id=12&project_id=3');
  await waitFor(() => expect(link.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/));
  const asked = app.wire.seen.findLast(({ url }) => url.startsWith('/apis/viewpoint/thumb'));
  expect(asked?.url).toBe('/apis/viewpoint/thumb?project_id=3&id=12');
  expect(asked?.headers['x-token']).toBe('T1');
});

test('without a picture the way to the model stays', async () => {
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.data('/apis/task/info', task);
  app.refuses('/apis/viewpoint/thumb', 404, '数据不存在');
  app.open('/file/task/index?project_id=3&id=7');
  const link = await viewpointLink();
  await waitFor(() => expect(app.wire.seen.some(({ url }) => url.startsWith('/apis/viewpoint/thumb'))).toBe(true));
  expect(link.querySelector('img')).toBeNull();
  expect(location.pathname).toBe('/file/task/index');
});
