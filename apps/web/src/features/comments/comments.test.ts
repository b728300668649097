import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommentRow } from '@prdm/contract/kit/comments';
import { translate } from '../../lib/i18n.ts';
import { ok, posted } from '../../testing/page-acts.ts';
import { projectInfo, taskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
let comments: CommentRow[] = [];
const comment = (id: number, special: Partial<CommentRow> = {}): CommentRow => ({
  id,
  author: { id: 8, name: '陈经理', thumb: '' },
  text: `讨论${id}`,
  pictures: [],
  mentions: [],
  created_at: '2026-03-01 09:00:00',
  edited_at: null,
  deleted: false,
  version: 1,
  can: { edit: false, del: false },
  ...special,
});

beforeAll(async () => {
  app = await startWholeApp(ME);
}, 60_000);
beforeEach(() => {
  comments = [];
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.data('/apis/task/info', taskPage({ id: 7, title: '平面图' }));
  app.says('/apis/task/comments', () => ok({ list: comments, total: comments.length, page: 1, size: 20 }));
  app.data('/apis/task/commentReaders', {
    list: [
      { id: 8, name: '陈经理', thumb: '' },
      { id: 9, name: '程文博', thumb: '' },
    ],
  });
  app.data('/apis/user/tree', {
    departments: [],
    people: [
      { id: 8, name: '陈经理', pinyin: 'chenjingli', initials: 'cjl' },
      { id: 9, name: '程文博', pinyin: 'chengwenbo', initials: 'cwb' },
    ].map((person) => ({ ...person, thumb: '', department_id: null, position_name: '', profession_id: null })),
  });
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const section = async () => within(await screen.findByRole('region', { name: translate('comments.title') }));
const field = async () =>
  (await section()).findByRole<HTMLTextAreaElement>('combobox', { name: translate('comments.title') });
const show = (id = 7) => app.open(`/file/task/index?project_id=3&id=${id}`);

test('a comment of another person appears at once, with its mention and its trace of a deletion', async () => {
  comments = [comment(1), comment(2, { deleted: true, text: '' })];
  show();
  const list = await section();
  await list.findByText('讨论1');
  list.getByText(translate('comments.deleted'));
  comments = [...comments, comment(3, { text: '@程文博 请看', mentions: [{ id: 9, name: '程文博' }] })];
  app.push({ type: 'comment.task', id: 7, project_id: 3 });
  const mention = await list.findByText('@程文博');
  expect(mention.className).toBe('comment-mention');
  app.push({ type: 'comment.task', id: 99, project_id: 3 });
});

test('@ and initials choose a reader with the keyboard, and Ctrl+Enter sends the text with the mention', async () => {
  app.data('/apis/task/comment', { id: 4 });
  show();
  const text = await field();
  await userEvent.click(text);
  await userEvent.type(text, '请@cwb');
  const menu = await screen.findByRole('listbox', { name: translate('comments.mention') });
  await waitFor(() => expect(within(menu).getAllByRole('option')).toHaveLength(1));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(text.value).toBe('请@程文博 '));
  await userEvent.type(text, '核对');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(posted(app, '/apis/task/comment')).toHaveLength(1));
  const [form] = posted(app, '/apis/task/comment');
  expect([form?.get('text'), form?.get('mention_ids[0]')]).toEqual(['请@程文博 核对', '9']);
  await waitFor(() => expect(text.value).toBe(''));
});

test('a refused comment keeps its text and gives the reason', async () => {
  app.refuses('/apis/task/comment', 1001, '外人不能查看此内容，无法提醒');
  show();
  const text = await field();
  fireEvent.focus(text);
  fireEvent.change(text, { target: { value: '很长的意见' } });
  await userEvent.click((await section()).getByRole('button', { name: translate('comments.send') }));
  const told = await (await section()).findByRole('alert');
  expect(told.textContent).toContain('外人不能查看此内容');
  expect(text.value).toBe('很长的意见');
});

test('an unsent comment returns after the drawer was closed, for its own record only', async () => {
  show();
  fireEvent.change(await field(), { target: { value: '写了一半' } });
  await userEvent.click(screen.getByRole('button', { name: translate('common.close') }));
  await waitFor(() => expect(screen.queryByRole('region', { name: translate('comments.title') })).toBeNull());
  app.data('/apis/task/info', taskPage({ id: 8, title: '立面图' }));
  show(8);
  expect((await field()).value).toBe('');
  app.data('/apis/task/info', taskPage({ id: 7, title: '平面图' }));
  show();
  await waitFor(async () => expect((await field()).value).toBe('写了一半'));
});

test('the author edits a comment in place', async () => {
  comments = [comment(1, { can: { edit: true, del: true } })];
  app.data('/apis/task/commentEdit', { version: 2 });
  show();
  const list = await section();
  await userEvent.click(await list.findByRole('button', { name: translate('comments.edit') }));
  const [text] = list.getAllByRole<HTMLTextAreaElement>('combobox');
  fireEvent.change(text as HTMLTextAreaElement, { target: { value: '改正' } });
  comments = [comment(1, { text: '改正', edited_at: '2026-03-01 09:05:00', version: 2 })];
  await userEvent.click(list.getByRole('button', { name: translate('comments.save') }));
  await list.findByText(translate('comments.edited'));
  await list.findByText('改正');
  expect(posted(app, '/apis/task/commentEdit')[0]?.get('version')).toBe('1');
});
