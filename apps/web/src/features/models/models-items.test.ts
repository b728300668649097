import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { listOf, modelSample, projectInfo } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
});
afterEach(async () => {
  await setLanguage('zh');
  await app.leave();
});
afterAll(() => app.stop());

const broken = modelSample({
  id: 9,
  name: '坏文件.ifc',
  status: 'failed',
  reason: 'not_ifc',
  reason_text: '这不是可读取的 IFC 文件',
});

test.each([
  ['zh', '模型解析失败'],
  ['en', 'Model parsing failed'],
] as const)('[ER-025] the page of a broken model says in %s that parsing failed, and why', async (lang, words) => {
  await setLanguage(lang);
  app.data('/apis/model/info', {
    ...broken,
    project_name: '滨江门诊楼',
    viewable: null,
    units: {},
    storeys: [],
    can: { reparse: true, viewpoint: false },
  });
  app.open('/file/model/view?id=9&project_id=3');
  const told = await screen.findByRole('alert');
  within(told).getByText(words);
  within(told).getByText('这不是可读取的 IFC 文件');
});

test('the list says of a broken model that it failed', async () => {
  app.data('/apis/model/index', listOf([broken]));
  app.open('/file/model/index?project_id=3');
  const card = (await screen.findByText('坏文件.ifc')).closest('article');
  expect(card?.textContent).toContain('解析失败');
});
