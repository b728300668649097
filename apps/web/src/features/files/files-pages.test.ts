import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CODES } from '@prdm/contract/codes';
import type { FolderRight } from '@prdm/contract/status';
import { useAppState } from '../../lib/app-state.ts';
import { dialog, fill, hasRow, hold, noDialog, ok, posted, projectOverview, rowOf } from '../../testing/page-acts.ts';
import { file, folder, MAY_VIEW, projectFiles, ROOT, type ProjectFiles } from '../../testing/project-files.ts';
import { projectInfo } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
let stored: ProjectFiles;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
  stored = projectFiles(app);
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const openFiles = (query = '') => app.open(`/file/index?project_id=3${query}`);
const tree = async () => within(await screen.findByRole('navigation', { name: '文件夹' }));
const entries = async () => {
  await screen.findAllByRole('menuitem');
  return screen
    .getAllByRole('menuitem')
    .map((entry) => entry.querySelector('.ant-dropdown-menu-title-content')?.firstChild?.textContent ?? '');
};
/** Opens the menu of a row by its button and presses an entry. */
async function act(row: string, entry: string): Promise<void> {
  await userEvent.click(within(await rowOf(row)).getByRole('button', { name: `${row} 的更多操作` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^ ?${entry}`) }));
}
const button = (name: string) => screen.getByRole('button', { name });

test('a name that another user changed meanwhile is loaded, and the typed text is kept', async () => {
  stored.furnish(folder(7, '暖通', { version: 4 }));
  openFiles();
  await act('暖通', '重命名');
  const renaming = await dialog('重命名');
  fill(renaming.getByLabelText('名称'), '暖通专业');
  app.refuses('/apis/file/rename', CODES.conflict, '数据已被他人修改');
  stored.change(7, { name: '暖通空调', version: 5 });
  await userEvent.click(renaming.getByRole('button', { name: /保存$/ }));
  await userEvent.click(await renaming.findByRole('button', { name: /^载入最新内容/ }));
  expect(renaming.getByLabelText<HTMLInputElement>('名称').value).toBe('暖通专业');
  app.says('/apis/file/rename', () => {
    stored.change(7, { name: '暖通专业', version: 6 });
    return ok(null);
  });
  await userEvent.click(renaming.getByRole('button', { name: /保存$/ }));
  await rowOf('暖通专业');
  expect(posted(app, '/apis/file/rename').map((form) => [form.get('name'), form.get('version')])).toEqual([
    ['暖通专业', '4'],
    ['暖通专业', '5'],
  ]);
});

test('a dialog that is saving stays until the answer arrives, and the answer closes no other dialog', async () => {
  stored.furnish();
  app.data('/apis/file/mkdir', { id: 8 });
  openFiles();
  await userEvent.click(await screen.findByRole('button', { name: '新建文件夹' }));
  const making = await dialog('新建文件夹');
  const { release } = hold('/apis/file/mkdir');
  await userEvent.type(making.getByLabelText('名称'), '慢{Enter}');
  await userEvent.click(making.getByRole('button', { name: '取消' }));
  fireEvent.keyDown(screen.getByRole('dialog', { name: '新建文件夹' }), { key: 'Escape', code: 'Escape', keyCode: 27 });
  // The push of the new folder arrives before the answer, so that its menu opens another dialog.
  stored.add(folder(8, '慢'));
  app.push({ type: 'folder', id: ROOT, project_id: 3 });
  await rowOf('慢');
  expect(screen.queryByText('放弃填写的内容？')).toBeNull();
  expect(screen.queryByRole('dialog', { name: '新建文件夹' })).not.toBeNull();
  await act('慢', '重命名');
  await dialog('重命名');
  release();
  await waitFor(() => expect(posted(app, '/apis/file/mkdir')).toHaveLength(1));
  await noDialog('新建文件夹');
  // The list of a later push proves that the answer has been handled.
  stored.add(folder(9, '后来'));
  app.push({ type: 'folder', id: ROOT, project_id: 3 });
  await rowOf('后来');
  const renaming = await dialog('重命名');
  expect(renaming.getByLabelText<HTMLInputElement>('名称').value).toBe('慢');
  await userEvent.click(renaming.getByRole('button', { name: '取消' }));
});

const right = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const grant = (rights: FolderRight[]) => ({
  own: ['view', 'create', 'edit', 'download', 'delete', 'authorize'],
  list: [{ to_kind: 'person', to_id: 9, name: '周文', rights, set_here: rights, inherited: [] }],
});

test('[PE-007] in a project without roles, the rights of a folder ask the user to set roles first', async () => {
  stored.furnish();
  app.data('/apis/project/overview', projectOverview());
  app.refuses('/apis/file/permissionList', CODES.wrongState, '请先设置项目角色，再设置文件夹权限');
  openFiles();
  await userEvent.click(await screen.findByRole('button', { name: '权限' }));
  const rights = await dialog('权限');
  await rights.findByText('请先设置项目角色，再设置文件夹权限');
  expect(rights.queryAllByRole('checkbox')).toEqual([]);
  await userEvent.click(rights.getByRole('link'));
  await waitFor(() => expect(location.pathname + location.search).toMatch(/^\/project\/detail\?id=3/));
  app.data('/apis/file/permissionList', grant(['view']));
  openFiles('&rights=1');
  expect((await right('周文 删除')).disabled).toBe(false);
});

test('rights that another user changes meanwhile are not overwritten, and the ticks are kept', async () => {
  stored.furnish();
  app.data('/apis/file/permissionList', grant(['view', 'download']));
  openFiles('&rights=1');
  await userEvent.click(await right('周文 新建'));
  app.refuses('/apis/file/permissionSet', CODES.conflict, '数据已被他人修改');
  // The push of the other change arrives before the save.
  let lists = 0;
  app.says('/apis/file/permissionList', () => {
    lists += 1;
    return ok(grant(['view']));
  });
  app.push({ type: 'folder', id: ROOT, project_id: 3 });
  await waitFor(() => expect(lists).toBeGreaterThan(0));
  await userEvent.click(button('保存（1）'));
  await screen.findByText('数据已被他人修改');
  await userEvent.click(await screen.findByRole('button', { name: '载入最新内容，保留我的修改' }));
  await waitFor(async () => expect((await right('周文 下载')).checked).toBe(false));
  expect((await right('周文 新建')).checked).toBe(true);
  expect(screen.getByRole('region', { name: '保存后的变化' }).textContent).toMatch(/周文\+ 新建$/);
  app.data('/apis/file/permissionSet', null);
  app.data('/apis/file/permissionList', grant(['view', 'create']));
  await userEvent.click(button('保存（1）'));
  await screen.findByText('已保存');
  const list = (form: URLSearchParams, name: string) =>
    [...form].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value);
  expect(posted(app, '/apis/file/permissionSet').map((form) => [list(form, 'seen'), list(form, 'rights')])).toEqual([
    [
      ['view', 'download'],
      ['view', 'download', 'create'],
    ],
    [['view'], ['view', 'create']],
  ]);
});

test('a folder of the tree offers what its rights allow, the root nothing', async () => {
  stored.furnish(folder(7, '施工图', { can: MAY_VIEW }), folder(8, '方案'));
  openFiles();
  fireEvent.contextMenu(await (await tree()).findByRole('button', { name: '施工图' }));
  expect(await entries()).toEqual(['打开']);
  fireEvent.contextMenu((await tree()).getByRole('button', { name: '方案' }));
  await waitFor(async () => expect(await entries()).toEqual(['打开', '移动到', '复制到', '重命名', '权限', '删除']));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryAllByRole('menuitem')).toEqual([]));
  fireEvent.contextMenu((await tree()).getByRole('button', { name: '滨江门诊楼' }));
  expect(screen.queryAllByRole('menuitem')).toEqual([]);
});

test('an action of the tree menu affects its folder, and the page leaves a deleted folder', async () => {
  stored.furnish(folder(7, '机电'), folder(8, '暖通', { pid: 7 }));
  openFiles('&pid=8');
  const menuOf = async (name: string, entry: string) => {
    fireEvent.contextMenu(await (await tree()).findByRole('button', { name }));
    await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^ ?${entry}`) }));
  };
  app.says('/apis/file/rename', ({ body }) => {
    const name = new URLSearchParams(body).get('name') ?? '';
    stored.change(7, { name, version: 2 });
    return ok(null);
  });
  await menuOf('机电', '重命名');
  const renaming = await dialog('重命名');
  fill(renaming.getByLabelText('名称'), '机电专业');
  await userEvent.click(renaming.getByRole('button', { name: /保存$/ }));
  await waitFor(() =>
    expect(screen.getAllByRole('navigation', { name: '当前位置' }).at(-1)?.textContent).toMatch(/机电专业.*暖通/),
  );
  expect(posted(app, '/apis/file/rename').at(-1)?.get('folder_id')).toBe('7');

  app.says('/apis/file/del', () => {
    stored.furnish();
    return ok({ trash_ids: [70] });
  });
  app.data('/apis/file/restore', { folder_id: ROOT, name: '机电专业' });
  await menuOf('机电专业', '删除');
  await waitFor(() => expect(new URLSearchParams(location.search).get('pid')).toBe(String(ROOT)));
  await screen.findByText('文件夹是空的');
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
  await waitFor(() => expect(posted(app, '/apis/file/restore').at(-1)?.get('trash_id')).toBe('70'));
});

test('a user who loses the rights in a folder stays on the page, which shows that it is gone', async () => {
  stored.furnish(folder(7, '暂可看'), { ...file(20, '戊.dwg'), pid: 7, type: 'unknown', ext: 'dwg' });
  openFiles('&pid=7&file=20');
  const drawer = await dialog('文件详情');
  await drawer.findByText('此类文件不支持在线预览，请下载查看');
  stored.furnish();
  app.refuses('/apis/file/info', CODES.notFound, '数据不存在');
  app.push({ type: 'folder', id: 7, project_id: 3 });
  await drawer.findByText(/数据不存在/);
  expect(location.pathname).toBe('/file/index');
  await userEvent.click(drawer.getByRole('button', { name: '关闭' }));
  // A frame that comes before the channel is open is lost, so it is sent until the list follows.
  await waitFor(() => {
    app.push({ type: 'folder', id: 7, project_id: 3 });
    expect(hasRow('戊.dwg')).toBe(false);
  });
  expect((await tree()).queryByRole('button', { name: '暂可看' })).toBeNull();
  expect(location.pathname).toBe('/file/index');
});
