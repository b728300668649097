import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import type { modelInfo } from '@prdm/contract/models';
import { CallError } from '../../lib/api/call-error.ts';
import { useAppState } from '../../lib/app-state.ts';
import { dialog, ok, posted, queryOf } from '../../testing/page-acts.ts';
import { folderEntry, listOf, modelSample, projectInfo } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';
import { sendPicture } from './models.queries.ts';

/* Tests the pages of models as far as they need no 3D. */
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

type Info = z.output<typeof modelInfo.output>;
function infoOf(special: Partial<Info>): Info {
  const { uploader: _uploader, ...row } = modelSample({ id: 4, name: '门诊楼.ifc' });
  return {
    ...row,
    project_name: '滨江门诊楼',
    version_id: 20,
    is_newest: true,
    versions: [],
    viewable: null,
    units: {},
    classes: [],
    alignments: [],
    coordinates: null,
    storeys: [],
    can: { reparse: false, replace: false, viewpoint: true, picture: false },
    ...special,
  };
}
const lastQuery = (): Record<string, string> => {
  const { url = '' } = app.wire.seen.filter((call) => call.url.startsWith('/apis/model/index')).at(-1) ?? {};
  return Object.fromEntries(queryOf({ url }));
};
const names = () => [...document.querySelectorAll('.model-card-name')].map((name) => name.textContent);

test('word, state and order narrow the list and stay in the address', async () => {
  const models = ['观众厅.ifc', '坏文件.ifc', '前厅.ifc'].map((name, at) =>
    modelSample({ id: at + 1, name, status: name === '坏文件.ifc' ? 'failed' : 'parsed' }),
  );
  app.says('/apis/model/index', (call) => {
    const asked = queryOf(call);
    const found = models.filter(
      ({ name, status }) => name.includes(asked.get('word') ?? '') && status === (asked.get('status') ?? status),
    );
    return ok(listOf(found));
  });
  app.open('/file/model/index?project_id=3');
  await waitFor(() => expect(names()).toHaveLength(3));
  await userEvent.click(await screen.findByRole('button', { name: '排序' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: '名称' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'name', order: 'asc' }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '厅' } });
  await waitFor(() => expect(names()).toEqual(['观众厅.ifc', '前厅.ifc']));
  expect(lastQuery()).toMatchObject({ sort: 'name', word: '厅' });
  expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject({ sort: 'name', word: '厅' });
  await app.leave();
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.says('/apis/model/index', (call) =>
    ok(listOf(queryOf(call).get('status') === 'failed' ? models.slice(1, 2) : [])),
  );
  app.open('/file/model/index?project_id=3&status=failed');
  await waitFor(() => expect(names()).toEqual(['坏文件.ifc']));
  app.open('/file/model/index?project_id=3&word=没有的');
  await screen.findByText(/没有符合条件的/);
});

test('an empty list offers one way to upload', async () => {
  app.data('/apis/model/index', listOf([]));
  app.open('/file/model/index?project_id=3');
  await screen.findByText('还没有模型');
  const [way, ...others] = screen.getAllByRole<HTMLAnchorElement>('link', { name: '到文件中上传 IFC' });
  expect([way?.getAttribute('href'), others]).toEqual(['/file/index?project_id=3', []]);
});

test('a user with the right is quietly offered a new conversion of an old result', async () => {
  const viewable = { version_id: 20, version_no: 1, bytes: 10, converter: 1, outdated: true };
  const can = { reparse: true, replace: false, viewpoint: true, picture: false };
  app.data('/apis/model/info', infoOf({ viewable, can: { ...can, reparse: false } }));
  app.open('/file/model/view?id=4&project_id=3');
  await screen.findByRole('heading', { name: '门诊楼.ifc' });
  expect(screen.queryByRole('note')).toBeNull();
  app.data('/apis/model/info', infoOf({ viewable, can }));
  app.data('/apis/model/reparse', null);
  app.push({ type: 'model', id: 4, project_id: 3 });
  const note = within(await screen.findByRole('note'));
  await note.findByText(/由旧版本解析/);
  await userEvent.click(note.getByRole('button', { name: '重新解析' }));
  await waitFor(() => expect(posted(app, '/apis/model/reparse')).toHaveLength(1));
  expect(Object.fromEntries(posted(app, '/apis/model/reparse')[0] ?? [])).toEqual({
    project_id: '3',
    id: '4',
    version_id: '20',
  });
});

test('[ER-025] a failed model links to the upload of a new version', async () => {
  const failed = { status: 'failed', reason: 'truncated', reason_text: '文件不完整' } as const;
  const can = { reparse: true, replace: true, viewpoint: false, picture: false };
  app.data('/apis/model/info', infoOf({ ...failed, file_id: 20, folder_id: 1, can }));
  app.open('/file/model/view?id=4&project_id=3');
  const message = within(await screen.findByRole('alert'));
  message.getByText('模型解析失败');
  const all = { view: true, create: true, edit: true, download: true, delete: true, authorize: true };
  const root = folderEntry({ id: 1, name: '滨江门诊楼', can: all });
  const file = { ...root, id: 20, pid: 1, kind: 'file' as const, type: 'ifc' as const, name: '坏文件.ifc', ext: 'ifc' };
  app.data('/apis/file/index', { ...listOf([file]), folder: root, crumbs: [{ id: 1, name: root.name }] });
  app.data('/apis/file/tree', { pid: 1, list: [] });
  app.data('/apis/file/info', { ...file, version_no: 1, version_id: 20, project_id: 3, crumbs: [], why: null });
  app.refuses('/apis/model/ofFile', CODES.notFound, '数据不存在');
  await userEvent.click(message.getByRole('link', { name: /上传新版本/ }));
  const drawer = await dialog('文件详情');
  await drawer.findByText('坏文件.ifc');
  await drawer.findByRole('button', { name: /上传新版本/ });
  expect(location.pathname).toBe('/file/index');
});

test('a picture that cannot be sent shows no error', async () => {
  app.data('/apis/model/index', listOf([]));
  app.open('/file/model/index?project_id=3');
  await screen.findByText('还没有模型');
  const send = () => sendPicture({ projectId: 3, modelId: 4, versionId: 20, thumb: 'QUJD' });
  app.refuses('/apis/model/thumbAdd', CODES.notInProject, '您不在该项目中');
  await expect(send()).rejects.toBeInstanceOf(CallError);
  app.says('/apis/model/thumbAdd', { hangUp: true });
  await expect(send()).rejects.toBeInstanceOf(CallError);
  expect(posted(app, '/apis/model/thumbAdd')).toHaveLength(2);
  expect(document.querySelectorAll('.toast')).toHaveLength(0);
  expect(location.pathname).toBe('/file/model/index');
});
