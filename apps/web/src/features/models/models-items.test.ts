import { fireEvent, screen, within } from '@testing-library/react';
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
    version_id: 1,
    is_newest: true,
    versions: [],
    viewable: null,
    units: {},
    classes: [],
    alignments: [],
    coordinates: null,
    storeys: [],
    can: { reparse: true, replace: true, viewpoint: false, picture: false },
  });
  app.open('/file/model/view?id=9&project_id=3');
  const message = await screen.findByRole('alert');
  within(message).getByText(words);
  within(message).getByText('这不是可读取的 IFC 文件');
});

test('the list shows that a broken model failed', async () => {
  app.data('/apis/model/index', listOf([broken]));
  app.open('/file/model/index?project_id=3');
  const card = (await screen.findByText('坏文件.ifc')).closest('article');
  expect(card?.textContent).toContain('解析失败');
});

const page = { ...broken, project_name: '滨江门诊楼', viewable: null, units: {}, storeys: [] };
const facts = { version_id: 1, is_newest: true, versions: [], classes: [], alignments: [], coordinates: null };

test('the page of a damaged file offers a new version and no second parsing', async () => {
  app.data('/apis/model/info', {
    ...page,
    ...facts,
    can: { reparse: false, replace: true, viewpoint: false, picture: false },
  });
  app.open('/file/model/view?id=9&project_id=3');
  const message = await screen.findByRole('alert');
  within(message).getByRole('link', { name: /上传新版本/ });
  expect(within(message).queryByRole('button', { name: '重新解析' })).toBeNull();
});

test('a sound file that failed for lack of a queue place offers parsing again first', async () => {
  app.data('/apis/model/info', {
    ...page,
    ...facts,
    reason: 'queue_full',
    reason_text: '上传人已有 20 个模型在排队',
    can: { reparse: true, replace: true, viewpoint: false, picture: false },
  });
  app.open('/file/model/view?id=9&project_id=3');
  const message = await screen.findByRole('alert');
  const again = within(message).getByRole('button', { name: '重新解析' });
  expect(again.className).toContain('button-primary');
  expect(within(message).getByRole('link', { name: /上传新版本/ }).className).not.toContain('button-primary');
  expect(again.nextElementSibling?.textContent).toContain('上传新版本');
});

test('the page lists each class of the file with its drawn count and the reasons for the rest, missed ones first', async () => {
  const left = [{ reason: 'not_built', count: 2, text: '形体无法生成' }];
  const classes = [
    { name: 'IFCKERB', total: 27, drawn: 27, left: [] },
    { name: 'IFCWALL', total: 5, drawn: 3, left },
  ];
  app.data('/apis/model/info', {
    ...page,
    ...facts,
    classes,
    can: { reparse: false, replace: false, viewpoint: false, picture: false },
  });
  app.open('/file/model/view?id=9&project_id=3');
  fireEvent.click(await screen.findByRole('button', { name: /完整性/ }));
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toEqual(['类别文件中已绘制未绘制及原因', '墙532 形体无法生成', '路缘石2727']);
  screen.getByText('2 个构件未能显示');
});
