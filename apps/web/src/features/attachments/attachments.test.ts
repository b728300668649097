import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AttachmentRow } from '@prdm/contract/kit/attachments';
import type { HandedViewpointRow } from '@prdm/contract/kit/handed-viewpoints';
import { translate } from '../../lib/i18n.ts';
import { ok, posted, refusal } from '../../testing/page-acts.ts';
import { file, folder, MAY_VIEW, projectFiles, type ProjectFiles } from '../../testing/project-files.ts';
import { allowed, projectInfo, taskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';
import type { Listener } from '../files/upload/upload-driver.ts';

/** The sendings that a test begins and fails. uploader.e2e.ts has the real driver. */
const sendings: Listener[] = [];
vi.mock('../files/upload/upload-driver.ts', () => ({
  startUpload: (_file: File, _entry: unknown, listener: Listener) => {
    sendings.push(listener);
    return { pause: () => undefined, resume: () => undefined, cancel: () => undefined };
  },
}));

let app: WholeApp;
let files: ProjectFiles;
let list: AttachmentRow[] = [];
let viewpoints: HandedViewpointRow[] = [];
let mayAdd = true;
const row = (id: number, special: Partial<AttachmentRow> = {}): AttachmentRow => ({
  id,
  round: 0,
  name: `附件${id}.dwg`,
  ext: 'dwg',
  type: 'unknown',
  size: 2048,
  sha256: 'a'.repeat(64),
  added_by: { id: 8, name: '陈经理', thumb: '' },
  added_at: '2026-03-01 09:00:00',
  source: null,
  can_remove: true,
  ...special,
});

beforeAll(async () => {
  app = await startWholeApp(ME);
  files = projectFiles(app);
}, 60_000);
beforeEach(() => {
  list = [];
  viewpoints = [];
  mayAdd = true;
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.data('/apis/task/info', taskPage({ id: 7, title: '平面图' }));
  app.says('/apis/task/attachments', () => ok({ list, viewpoints, can_add: mayAdd }));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const section = async () => within(await screen.findByRole('region', { name: translate('attachments.title') }));
const show = () => app.open('/file/task/index?project_id=3&id=7');

test('a card says that its source has a newer version or is gone', async () => {
  list = [
    row(1, { source: { version_no: 1, newest_no: 3 } }),
    row(2, { source: { version_no: 2, newest_no: 2 } }),
    row(3, { source: { version_no: 1, newest_no: null } }),
  ];
  show();
  const part = await section();
  await part.findByText(translate('attachments.changed', { n: 3 }));
  part.getByText(translate('attachments.sourceGone'));
  const second = part.getByText('附件2.dwg').closest('li');
  expect(second?.querySelector('.attachment-changed')).toBeNull();
});

test('an attachment of another person appears at once, and a reader without the right has no buttons', async () => {
  mayAdd = false;
  show();
  const part = await section();
  await part.findByText(translate('attachments.none'));
  expect(part.queryByRole('button', { name: translate('attachments.pick') })).toBeNull();
  list = [row(4, { can_remove: false })];
  app.push({ type: 'attachment.task', id: 7, project_id: 3 });
  await part.findByText('附件4.dwg');
  expect(part.queryByRole('button', { name: /移除/ })).toBeNull();
});

test('a removal runs at once and can be undone', async () => {
  list = [row(5)];
  app.says('/apis/task/detach', () => {
    list = [];
    return ok(null);
  });
  app.says('/apis/task/attachRestore', () => {
    list = [row(5)];
    return ok(null);
  });
  show();
  const part = await section();
  await userEvent.click(await part.findByRole('button', { name: `${translate('attachments.remove')} 附件5.dwg` }));
  await part.findByText(translate('attachments.none'));
  await userEvent.click(await screen.findByRole('button', { name: translate('attachments.undo') }));
  await part.findByText('附件5.dwg');
  expect(posted(app, '/apis/task/attachRestore')[0]?.get('attachment_id')).toBe('5');
});

test('the picker chooses several files over folders, and none that the person may not download', async () => {
  files.furnish(
    folder(10, '施工图'),
    file(11, '说明.txt'),
    { ...file(12, '保密.txt'), can: MAY_VIEW },
    { ...file(13, '平面.txt'), pid: 10 },
  );
  app.data('/apis/task/attach', { ids: [1, 2] });
  show();
  await userEvent.click(await (await section()).findByRole('button', { name: translate('attachments.pick') }));
  const box = within(await screen.findByRole('dialog', { name: translate('attachments.picker.title') }));
  await waitFor(() => expect(document.activeElement).toBe(box.getByRole('searchbox')));
  const tick = (name: RegExp) => box.findByRole<HTMLInputElement>('checkbox', { name });
  expect((await tick(/保密/)).disabled).toBe(true);
  await userEvent.click(await tick(/说明/));
  await userEvent.click(box.getByRole('button', { name: '施工图' }));
  await userEvent.click(await tick(/平面/));
  await userEvent.click(box.getByRole('button', { name: translate('attachments.picker.add', { count: 2 }) }));
  await waitFor(() => expect(posted(app, '/apis/task/attach')).toHaveLength(1));
  const [form] = posted(app, '/apis/task/attach');
  expect([form?.get('files[0][file_id]'), form?.get('files[1][file_id]')]).toEqual(['11', '13']);
});

test('files dropped on the drawer show their progress as cards, and a reader is told why not', async () => {
  show();
  await (await section()).findByText(translate('attachments.none'));
  const drawer = await screen.findByRole('dialog', { name: translate('tasks.drawer.label') });
  const dataTransfer = { types: ['Files'], items: [], dropEffect: 'none' };
  fireEvent.dragOver(drawer, { dataTransfer });
  await within(drawer).findByText(translate('attachments.drop'));
  fireEvent.drop(drawer, { dataTransfer });
  await waitFor(() => expect(within(drawer).queryByText(translate('attachments.drop'))).toBeNull());
});

test('handing in sends the ticked files, and the dialog keeps its content when a file is gone', async () => {
  list = [row(1, { name: '平面.dwg' }), row(2, { name: '草稿.txt' })];
  app.data('/apis/task/info', taskPage({ id: 7, title: '平面图', can: [allowed('submit')] }));
  app.says('/apis/task/submit', () => refusal(1006, '“平面.dwg”已不在任务的附件中', { field: 'attachment_ids.0' }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: translate('tasks.action.submit') }));
  const form = within(await screen.findByRole('dialog', { name: translate('tasks.action.submit') }));
  fireEvent.click(await form.findByRole('checkbox', { name: /草稿/ }));
  fireEvent.change(form.getByLabelText(translate('tasks.field.annotation')), { target: { value: '请审核' } });
  await userEvent.click(form.getByRole('button', { name: translate('tasks.action.submit') }));
  await form.findByText('“平面.dwg”已不在任务的附件中');
  expect(posted(app, '/apis/task/submit').at(-1)?.get('attachment_ids[0]')).toBe('1');
  expect(form.getByLabelText<HTMLTextAreaElement>(translate('tasks.field.annotation')).value).toBe('请审核');
});

test('the dialog keeps its content when an upload fails, and submits after the failed file is removed', async () => {
  list = [row(1, { name: '平面.dwg' }), row(2, { name: '草稿.txt' })];
  app.data('/apis/task/info', taskPage({ id: 7, title: '平面图', can: [allowed('submit')] }));
  const review = { status: 'in_progress', review_status: 'under_review', label: 'under_review' };
  app.data('/apis/task/submit', { id: 7, version: 2, ...review });
  const before = posted(app, '/apis/task/submit').length;
  const submitted = () => posted(app, '/apis/task/submit').slice(before);
  show();
  await userEvent.click(await screen.findByRole('button', { name: translate('tasks.action.submit') }));
  const form = within(await screen.findByRole('dialog', { name: translate('tasks.action.submit') }));
  const submit = () => userEvent.click(form.getByRole('button', { name: translate('tasks.action.submit') }));
  const tick = (name: RegExp) => form.findByRole<HTMLInputElement>('checkbox', { name });
  fireEvent.click(await tick(/草稿/));
  const note = form.getByLabelText<HTMLTextAreaElement>(translate('tasks.field.annotation'));
  fireEvent.change(note, { target: { value: '请审核' } });
  const chosen = form.getByLabelText<HTMLInputElement>(translate('attachments.upload'), { selector: 'input' });
  await userEvent.upload(chosen, new File(['x'], '剖面.dwg'));
  await waitFor(() => expect(sendings).toHaveLength(1));
  sendings[0]?.onError({ message: '存储空间不足', unheard: false });
  await form.findByText(translate('attachments.failed', { why: '存储空间不足' }));
  await submit();
  await form.findByText(translate('attachments.handIn.uploading'));
  expect(submitted()).toEqual([]);
  expect([note.value, (await tick(/平面/)).checked, (await tick(/草稿/)).checked]).toEqual(['请审核', true, false]);
  form.getByRole('button', { name: `${translate('attachments.retry')} 剖面.dwg` });

  await userEvent.click(form.getByRole('button', { name: `${translate('attachments.cancel')} 剖面.dwg` }));
  await waitFor(() => expect(form.queryByText('剖面.dwg')).toBeNull());
  await submit();
  await waitFor(() => expect(submitted()).toHaveLength(1));
  expect(Object.fromEntries(submitted()[0] ?? [])).toMatchObject({ annotation: '请审核', 'attachment_ids[0]': '1' });
  expect(submitted()[0]?.has('attachment_ids[1]')).toBe(false);
});

test('the files of a second round show what changed, and those of the first are folded', async () => {
  list = [
    row(2, { round: 1, name: '平面.dwg', sha256: 'b'.repeat(64) }),
    row(3, { round: 1, name: '旧图.dwg' }),
    row(4, { round: 2, name: '平面.dwg' }),
  ];
  app.data('/apis/task/info', taskPage({ id: 7, title: '平面图' }));
  show();
  const part = within(await screen.findByRole('region', { name: translate('attachments.handedIn.title') }));
  part.getByText(translate('attachments.handedIn.changed'));
  part.getByText(translate('attachments.handedIn.missing', { names: '旧图.dwg' }));
  expect(part.getByText(translate('attachments.handedIn.earlier')).closest('details')?.open).toBe(false);
});

const view = (id: number, special: Partial<HandedViewpointRow> = {}): HandedViewpointRow => ({
  id,
  round: 1,
  viewpoint_id: id,
  name: `视点${id}`,
  model_id: 40,
  model_name: '塔楼.ifc',
  version_id: 41,
  version_no: 2,
  digest: 'd',
  has_thumb: false,
  can_open: true,
  ...special,
});

test('the viewpoints of a round stand before its files, with marks, and open the model at the handed-in view', async () => {
  list = [row(2, { round: 2, name: '平面.dwg' })];
  viewpoints = [
    view(1),
    view(2),
    view(3, { round: 2, viewpoint_id: 1, digest: 'e' }),
    view(4, { round: 2, viewpoint_id: 9, can_open: false }),
  ];
  show();
  const part = within(await screen.findByRole('region', { name: translate('attachments.handedIn.title') }));
  const link = part.getByRole('link', { name: translate('attachments.views.open', { name: '视点3' }) });
  expect(link.getAttribute('href')).toBe('/file/model/view?id=40&project_id=3&version_id=41&handed=3');
  within(link).getByText(translate('attachments.handedIn.changed'));
  expect(part.queryByRole('link', { name: translate('attachments.views.open', { name: '视点4' }) })).toBeNull();
  part.getByText(translate('attachments.views.cannotOpen'));
  part.getByText(translate('attachments.handedIn.missing', { names: '视点2' }));
  const file = part.getByText('平面.dwg');
  expect(link.compareDocumentPosition(file) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('viewpoints are chosen by picture, and the dialog keeps them when one is gone', async () => {
  app.data('/apis/task/info', taskPage({ id: 7, title: '平面图', can: [allowed('submit')] }));
  const found = { model_id: 40, model_name: '塔楼.ifc', version_no: 2, has_thumb: false };
  const more = { created_by_name: '李工', created_at: '2026-03-01 09:00:00' };
  app.data('/apis/viewpoint/ofProject', {
    list: [
      { id: 21, name: '核心筒', ...found, ...more },
      { id: 22, name: '走廊', ...found, ...more },
    ],
    total: 2,
    page: 1,
    size: 200,
  });
  app.says('/apis/task/submit', () => refusal(1006, '视点“走廊”已被删除', { field: 'viewpoint_ids.1' }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: translate('tasks.action.submit') }));
  const form = within(await screen.findByRole('dialog', { name: translate('tasks.action.submit') }));
  await userEvent.click(await form.findByRole('button', { name: translate('attachments.views.pick') }));
  // The test environment gives both dialogs one id for their titles, so both have one name.
  const list = await screen.findByRole('group', { name: translate('attachments.views.picker.title') });
  const box = within(list.closest<HTMLElement>('[role="dialog"]') as HTMLElement);
  await userEvent.click(await box.findByRole('checkbox', { name: /核心筒/ }));
  await userEvent.click(box.getByRole('checkbox', { name: /走廊/ }));
  await userEvent.click(box.getByRole('button', { name: translate('attachments.views.picker.add', { count: 2 }) }));
  await form.findByRole('button', { name: `${translate('attachments.views.remove')} 走廊` });
  await userEvent.click(form.getByRole('button', { name: translate('tasks.action.submit') }));
  await form.findByText('视点“走廊”已被删除');
  const sent = posted(app, '/apis/task/submit').at(-1);
  expect([sent?.get('viewpoint_ids[0]'), sent?.get('viewpoint_ids[1]')]).toEqual(['21', '22']);
  // The one that is gone is removed, the other one stays.
  await userEvent.click(form.getByRole('button', { name: `${translate('attachments.views.remove')} 走廊` }));
  await waitFor(() => expect(form.queryByText('视点“走廊”已被删除')).toBeNull());
  form.getByRole('button', { name: `${translate('attachments.views.remove')} 核心筒` });
});
