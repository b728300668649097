import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { useAppState } from '../../lib/app-state.ts';
import { dialog, ok, posted, refusal } from '../../testing/page-acts.ts';
import { CAN_NOTHING, ON_WALL, opinionInfoSample, opinionList, opinionSample } from '../../testing/opinion-samples.ts';
import { processSample, waitingRow } from '../../testing/review-samples.ts';
import { listOf, taskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
let rows: OpinionRow[] = [];
let canAdd = true;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  rows = [];
  canAdd = true;
  app.data('/apis/review/index', listOf([waitingRow(1, '首层平面图')]));
  app.data('/apis/review/counts', { todo: 1, done: 0, mine: 0, cc: 0, kinds: { task: 1 } });
  app.data('/apis/review/info', processSample(1, '首层平面图'));
  app.data('/apis/task/info', taskPage({ id: 1, title: '首层平面图' }));
  app.says('/apis/task/attachments', () =>
    ok({ list: [handedIn(31, 1, '旧.pdf'), handedIn(32, 2, '平面.pdf')], viewpoints: [], can_add: false }),
  );
  app.says('/apis/opinion/index', () => ok(opinionList(rows, canAdd)));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const handedIn = (id: number, round: number, name: string) => ({
  id,
  round,
  name,
  ext: 'pdf',
  type: 'pdf' as const,
  size: 2048,
  sha256: `${id}`,
  added_by: { id: 8, name: '陈设计', thumb: '' },
  added_at: '2026-03-02 09:00:00',
  source: null,
  can_remove: false,
});
const show = () => app.open('/process/task/process?id=1');
const panel = async () => within(await screen.findByRole('region', { name: '校审意见' }));
const line = async () => (await panel()).findByRole<HTMLTextAreaElement>('textbox', { name: '校审意见' });
const item = async (no: number) => within(await (await panel()).findByRole('listitem', { name: `第 ${no} 条` }));
const numbers = async () =>
  [...(await panel()).getByRole('list', { name: '意见列表' }).children].map(
    (one) => one.querySelector('b')?.textContent,
  );

test('the panel counts the unresolved by grade and shows the ended ones on demand', async () => {
  rows = [
    opinionSample(1, { state: 'closed', ended: { user: ON_BY, text: '', at: '2026-03-02 11:00:00' } }),
    opinionSample(2, { grade: 'principle' }),
    opinionSample(3, { state: 'answered', reply: { user: ON_BY, text: '已加高', at: '2026-03-02 11:00:00' } }),
  ];
  show();
  const here = await panel();
  const counts = within(await here.findByRole('group', { name: '未解决的意见' }));
  counts.getByText('原则性');
  counts.getByText('技术性');
  expect(counts.queryByText('一般')).toBeNull();
  expect(await numbers()).toEqual(['2', '3']);
  (await item(3)).getByText('已答复');
  expect((await item(3)).getByText('陈设计').parentElement?.textContent).toContain('已加高');
  await userEvent.click(here.getByRole('tab', { name: /^全部/ }));
  expect(await numbers()).toEqual(['2', '3', '1']);
  expect(here.getByRole('link', { name: '打印校审记录单' }).getAttribute('href')).toBe('/print/opinions?process=1');
});
const ON_BY = { id: 8, name: '陈设计' };

test('a reader without the right sees that the opinions are hidden, not an empty list', async () => {
  app.says('/apis/opinion/index', () => ok({ list: null, unresolved: null, can_add: false }));
  show();
  const here = await panel();
  await here.findByText('您没有查看他人校审意见的权限。');
  expect(here.queryByRole('list', { name: '意见列表' })).toBeNull();
  expect(here.queryByText('还没有意见')).toBeNull();
});

test('Enter raises a technical opinion with its place, Shift+Enter and the input method do not send', async () => {
  app.data('/apis/opinion/add', { id: 101, no: 1 });
  show();
  const text = await line();
  fireEvent.keyDown(document.body, { key: 'o' });
  expect(document.activeElement).toBe(text);
  await userEvent.type(text, '净高不足{Shift>}{Enter}{/Shift}核对');
  fireEvent.keyDown(text, { key: 'Enter', isComposing: true });
  expect(posted(app, '/apis/opinion/add')).toHaveLength(0);
  const here = await panel();
  fireEvent.change(here.getByRole('textbox', { name: '文字位置' }), { target: { value: '三层走廊' } });
  fireEvent.keyDown(text, { key: 'Enter' });
  await here.findByText('已提出第 1 条');
  const [sent] = posted(app, '/apis/opinion/add');
  expect(Object.fromEntries(sent ?? [])).toMatchObject({
    process_id: '1',
    grade: 'technical',
    text: '净高不足\n核对',
    place: 'text',
    place_name: '三层走廊',
  });
  expect(text.value).toBe('');
});

test('the keys choose the grade, and the place can be a file of this round with a page', async () => {
  app.data('/apis/opinion/add', { id: 101, no: 1 });
  show();
  const text = await line();
  fireEvent.focus(text);
  const here = await panel();
  const place = await here.findByRole<HTMLSelectElement>('combobox', { name: '位置' });
  expect([...place.options].map(({ text: name }) => name)).toEqual(['文字位置', '平面.pdf']);
  await userEvent.selectOptions(place, '平面.pdf');
  fireEvent.change(here.getByRole('textbox', { name: '页码（选填）' }), { target: { value: '3' } });
  fireEvent.keyDown(text, { key: '1', code: 'Digit1', altKey: true });
  expect(here.getByRole('radio', { name: '原则性' }).getAttribute('aria-checked')).toBe('true');
  fireEvent.keyDown(here.getByRole('radio', { name: '原则性' }), { key: '3' });
  const before = posted(app, '/apis/opinion/add').length;
  fireEvent.change(text, { target: { value: '缺尺寸' } });
  await userEvent.click(here.getByRole('button', { name: '提出' }));
  await waitFor(() => expect(posted(app, '/apis/opinion/add')).toHaveLength(before + 1));
  expect(Object.fromEntries(posted(app, '/apis/opinion/add').at(-1) ?? [])).toMatchObject({
    grade: 'general',
    place: 'file',
    attachment_id: '32',
    page: '3',
  });
});

test('a refusal stands at its field and keeps the draft, also over a closed desk', async () => {
  app.says('/apis/opinion/add', () => refusal(1001, '地点过长', { field: 'place_name' }));
  show();
  const text = await line();
  fireEvent.focus(text);
  fireEvent.change(text, { target: { value: '柱子偏位' } });
  fireEvent.keyDown(text, { key: 'Enter' });
  const here = await panel();
  expect((await here.findByRole('alert')).textContent).toBe('地点过长');
  expect(here.getByRole('textbox', { name: '文字位置' }).getAttribute('aria-invalid')).toBe('true');
  app.open('/notice');
  await waitFor(() => expect(screen.queryByRole('region', { name: '校审意见' })).toBeNull());
  show();
  expect((await line()).value).toBe('柱子偏位');
});

test('the designer answers in the row; the checker closes with one click and can undo it; keeping asks for the reason', async () => {
  rows = [
    opinionSample(1, { can: { ...CAN_NOTHING, reply: true } }),
    opinionSample(2, { can: { ...CAN_NOTHING, close: true, keep: true } }),
  ];
  app.data('/apis/opinion/reply', null);
  app.says('/apis/opinion/close', () => {
    rows = rows.map((row) => (row.no === 2 ? { ...row, state: 'closed', version: 2 } : row));
    return ok(null);
  });
  app.data('/apis/opinion/reopen', null);
  app.data('/apis/opinion/info', opinionInfoSample(opinionSample(2, { version: 2 })));
  show();
  await userEvent.click((await item(1)).getByRole('button', { name: '答复' }));
  expect(document.activeElement).toBe((await item(1)).getByRole('textbox', { name: '第 1 条的答复' }));
  await userEvent.keyboard('已加高{Enter}');
  await waitFor(() => expect(posted(app, '/apis/opinion/reply')[0]?.get('text')).toBe('已加高'));

  await userEvent.click((await item(2)).getByRole('button', { name: '关闭' }));
  await (await item(2)).findByText('已关闭');
  expect(await numbers(), 'the closed one stays in its place').toEqual(['1', '2']);
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
  await waitFor(() => expect(posted(app, '/apis/opinion/reopen')[0]?.get('version')).toBe('2'));

  rows = rows.map((row) => ({ ...row, state: 'open' as const }));
  app.push({ type: 'opinion.changed' });
  await waitFor(async () => expect((await item(2)).queryByText('已关闭')).toBeNull());
  await userEvent.click((await item(2)).getByRole('button', { name: '保留' }));
  app.says('/apis/opinion/keep', () => refusal(1009, '该意见已被修改'));
  await userEvent.keyboard('{Enter}');
  (await item(2)).getByText('请填写内容');
  expect(posted(app, '/apis/opinion/keep')).toHaveLength(0);
  await userEvent.keyboard('业主已同意{Enter}');
  expect((await (await item(2)).findByRole('alert')).textContent).toBe('该意见已被修改');
  expect((await item(2)).getByRole<HTMLTextAreaElement>('textbox').value).toBe('业主已同意');
});

test('the author changes and deletes an own opinion while it is open', async () => {
  rows = [opinionSample(1, { can: { ...CAN_NOTHING, edit: true, del: true } })];
  app.data('/apis/opinion/edit', null);
  app.says('/apis/opinion/del', () => {
    rows = [];
    return ok(null);
  });
  show();
  await userEvent.click((await item(1)).getByRole('button', { name: '修改 第 1 条' }));
  const text = (await item(1)).getByRole<HTMLTextAreaElement>('textbox', { name: '第 1 条的内容' });
  expect(text.value).toBe('梁高与建筑不符 1');
  await userEvent.click((await item(1)).getByRole('radio', { name: '原则性' }));
  fireEvent.change(text, { target: { value: '梁高不足' } });
  fireEvent.keyDown(text, { key: 'Enter' });
  await waitFor(() => expect(posted(app, '/apis/opinion/edit')).toHaveLength(1));
  expect(Object.fromEntries(posted(app, '/apis/opinion/edit')[0] ?? [])).toMatchObject({
    grade: 'principle',
    text: '梁高不足',
    version: '1',
  });
  await userEvent.click(await (await item(1)).findByRole('button', { name: '删除 第 1 条' }));
  await userEvent.click((await dialog('删除第 1 条意见？')).getByRole('button', { name: '删除' }));
  await (await panel()).findByText('还没有校审意见');
});

test('a blocking opinion disables passing, gives the reason, and leads to the first of them', async () => {
  rows = [opinionSample(1), opinionSample(2, { grade: 'principle', blocks: true })];
  show();
  const decision = within(await screen.findByRole('region', { name: '审核决定' }));
  const pass = decision.getByRole<HTMLButtonElement>('button', { name: '通过' });
  await waitFor(() => expect(pass.disabled).toBe(true));
  const reason = document.getElementById(pass.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toContain('1 条原则性意见未解决');
  expect(decision.getByRole<HTMLButtonElement>('button', { name: /^不通过/ }).disabled).toBe(false);
  await userEvent.click(decision.getByRole('button', { name: '查看第 2 条' }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('第 2 条');
  rows = [opinionSample(1)];
  app.push({ type: 'opinion.changed' });
  await waitFor(() => expect(pass.disabled).toBe(false));
});

test('a place in a model links to its stored view, a file opens its preview', async () => {
  rows = [
    opinionSample(1, { place: ON_WALL }),
    opinionSample(2, {
      place: { kind: 'file', name: '', model: null, guid: null, file: { id: 32, name: '平面.pdf', page: 3 } },
    }),
  ];
  app.data('/apis/task/attachOpen', { url: '/stored/32', type: 'application/pdf' });
  show();
  expect((await item(1)).getByRole('link', { name: '南墙（门诊楼.ifc）' }).getAttribute('href')).toBe(
    '/file/model/view?id=4&project_id=3&process=1&opinion=101',
  );
  await userEvent.click((await item(2)).getByRole('button', { name: '平面.pdf 第 3 页' }));
  const preview = await dialog('平面.pdf');
  expect((await preview.findByRole('link')).getAttribute('href')).toBe('/stored/32#page=3');
  expect(posted(app, '/apis/task/attachOpen').at(-1)?.get('attachment_id')).toBe('32');
});

test('a reader without the right sees the opinions and no line to raise one', async () => {
  canAdd = false;
  show();
  await (await panel()).findByText('还没有校审意见');
  expect((await panel()).queryByRole('textbox')).toBeNull();
});

test('500 rows are drawn, and an update moves none of them', async () => {
  rows = Array.from({ length: 500 }, (_, at) => opinionSample(at + 1));
  show();
  await waitFor(async () => expect(await numbers()).toHaveLength(500), { timeout: 10_000 });
  const before = await numbers();
  const counts = within(await (await panel()).findByRole('group', { name: '未解决的意见' }));
  rows = [...rows.slice(100), ...rows.slice(0, 100).map((row) => ({ ...row, state: 'closed' as const }))];
  app.push({ type: 'opinion.changed' });
  await waitFor(() => counts.getByText('400'));
  expect(await numbers()).toEqual(before);
}, 30_000);
