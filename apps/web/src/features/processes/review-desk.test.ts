import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReviewRow } from '@prdm/contract/processes/review';
import { useAppState } from '../../lib/app-state.ts';
import { translate } from '../../lib/i18n.ts';
import { dialog, ok, posted, queryOf, refusal } from '../../testing/page-acts.ts';
import { NOTHING_TO_DO, processSample, waitingRow } from '../../testing/review-samples.ts';
import { allowed, listOf, taskPage, taskRow } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';
import { dropDraft, writeDraft } from '../../ui/form/drafts.ts';
import { opinionDraft } from './index.ts';

let app: WholeApp;
let waiting: ReviewRow[];
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  waiting = NAMES.map((name, at) => waitingRow(at + 1, name));
  const nameOf = (id: number) => NAMES[id - 1] ?? '';
  app.says('/apis/review/index', (call) =>
    ok(listOf((queryOf(call).get('state') ?? 'todo') === 'todo' ? waiting : [])),
  );
  app.says('/apis/review/counts', () =>
    ok({ todo: waiting.length, done: 0, mine: 0, cc: 0, kinds: { task: waiting.length } }),
  );
  app.says('/apis/review/info', (call) => {
    const id = Number(queryOf(call).get('id'));
    const isMine = waiting.some((row) => row.process_id === id);
    return ok(processSample(id, nameOf(id), isMine ? {} : { can: NOTHING_TO_DO }));
  });
  app.says('/apis/task/info', (call) => {
    const id = Number(queryOf(call).get('id'));
    return ok(taskPage({ id, title: nameOf(id), description: `说明 ${id}` }));
  });
  app.says('/apis/review/pass', ({ body }) => {
    waiting = waiting.filter(({ seat }) => String(seat?.id) !== new URLSearchParams(body).get('seat_id'));
    return ok(null);
  });
  app.says('/apis/review/notPass', ({ body }) => {
    waiting = waiting.filter(({ seat }) => String(seat?.id) !== new URLSearchParams(body).get('seat_id'));
    return ok(null);
  });
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const NAMES = ['首层平面图', '标准层平面图', '屋面平面图'];
const DESK = '/process/task/process';
const queue = () => within(screen.getByRole('region', { name: translate('desk.queue.label') }));
const record = (name: string) => screen.findByRole('heading', { name, level: 2 });
const panel = () => screen.findByRole('region', { name: translate('processes.decide.title') });
const passButton = async () => within(await panel()).getByRole('button', { name: '通过' });
const openId = () => new URLSearchParams(location.search).get('id');
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

test('[R-068] the desk lists the reviews that wait for me beside the open one, its record and its decision', async () => {
  app.open(DESK);
  await record('首层平面图');
  expect(
    queue()
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-current')),
  ).toEqual(['true', null, null]);
  const [first] = queue().getAllByRole('link');
  for (const text of ['滨江门诊楼', '1/1 校对', '陈设计提交']) expect(first?.textContent).toContain(text);
  await screen.findByText('说明 1');
  await passButton();
  expect([location.pathname, openId()]).toEqual([DESK, '1']);
  await userEvent.click(queue().getByRole('link', { name: /屋面平面图/ }));
  await record('屋面平面图');
  expect(openId()).toBe('3');
});

test('a decision opens the next review, and the last one leaves an empty desk', async () => {
  app.open(DESK);
  const before = posted(app, '/apis/review/pass').length;
  for (const [at, name] of NAMES.entries()) {
    await record(name);
    await userEvent.click(await passButton());
    await waitFor(() => expect(queue().queryByRole('link', { name: new RegExp(name) })).toBeNull());
    await waitFor(() => expect(openId()).toBe(at === 2 ? null : String(at + 2)));
  }
  await screen.findByText(translate('desk.queue.allDone'));
  const sent = posted(app, '/apis/review/pass').slice(before);
  expect(sent.map((form) => form.get('seat_id'))).toEqual(['1', '2', '3']);
});

test('a refused decision stays at its review', async () => {
  app.open(DESK);
  await record('首层平面图');
  app.says('/apis/review/pass', () => refusal(1008, '该审核已被处理'));
  await userEvent.click(await passButton());
  expect((await within(await panel()).findByRole('alert')).textContent).toBe('该审核已被处理');
  expect(openId()).toBe('1');
});

test('j and k move, p and Enter pass, r asks for the reason first; none of them works while typing', async () => {
  app.open(DESK);
  await record('首层平面图');
  key('j');
  await record('标准层平面图');
  key('k');
  await record('首层平面图');
  await passButton();
  key('p');
  const comment = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '“校对”的决定说明' });
  expect(document.activeElement).toBe(comment());
  await screen.findByText(translate('desk.panel.armed.pass'));
  key('j');
  expect(openId()).toBe('1');
  // The input method confirms its word by Enter.
  fireEvent.keyDown(comment(), { key: 'Enter', isComposing: true });
  key('Enter');
  await record('标准层平面图');
  await passButton();
  const before = posted(app, '/apis/review/notPass').length;
  key('r');
  await screen.findByText(translate('desk.panel.armed.return'));
  key('Enter');
  await screen.findByText(translate('processes.decide.reasonRequired'));
  expect(posted(app, '/apis/review/notPass')).toHaveLength(before);
  await userEvent.type(comment(), '缺轴线尺寸');
  key('Enter');
  await record('屋面平面图');
  expect(posted(app, '/apis/review/notPass').at(-1)?.get('comment')).toBe('缺轴线尺寸');
  expect(posted(app, '/apis/review/pass').at(-1)?.get('seat_id')).toBe('1');
});

test('words of a decision stay over another review, and an unsent opinion stops the decision', async () => {
  app.open(DESK);
  await record('首层平面图');
  await passButton();
  const comment = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '“校对”的决定说明' });
  await userEvent.type(comment(), '写到一半');
  comment().blur();
  app.open(`${DESK}?id=2`);
  await record('标准层平面图');
  app.open(`${DESK}?id=1`);
  await record('首层平面图');
  await passButton();
  expect(comment().value).toBe('写到一半');
  writeDraft(opinionDraft(1), { text: '没有提交的意见' });
  const before = posted(app, '/apis/review/pass').length;
  fireEvent.click(await passButton());
  await screen.findByText(translate('processes.decide.unsentOpinion'));
  expect(posted(app, '/apis/review/pass')).toHaveLength(before);
  dropDraft(opinionDraft(1));
  await userEvent.clear(comment());
});

test('words that a colleague overtook stay in view until they are dropped', async () => {
  writeDraft('decide-1', { text: '我的意见', assignmentId: 1 });
  app.data('/apis/review/info', processSample(1, '首层平面图', { can: NOTHING_TO_DO }));
  app.open(`${DESK}?id=1`);
  await screen.findByText(new RegExp(translate('processes.decide.leftWords')));
  await screen.findByText('我的意见');
  fireEvent.click(screen.getByRole('button', { name: translate('processes.decide.dropWords') }));
  expect(screen.queryByText('我的意见')).toBeNull();
});

test('the review says that its record has changed since the submission', async () => {
  app.data('/apis/review/info', processSample(1, '首层平面图', { changed: true }));
  app.open(DESK);
  await screen.findByText(translate('desk.panel.changed'));
  await record('首层平面图');
});

test('a link opens a review that is in no list, and says that it waits for somebody else', async () => {
  waiting = waiting.slice(0, 1);
  app.open(`${DESK}?id=3`);
  await record('屋面平面图');
  await screen.findByText(translate('desk.panel.notYours'));
  expect(queue().getAllByRole('link')).toHaveLength(1);
  key('j');
  await record('首层平面图');
});

test('a colleague decides the open review: it leaves the queue and stays on the desk', async () => {
  app.open(DESK);
  await record('首层平面图');
  await passButton();
  waiting = waiting.slice(1);
  app.push({ type: 'review', id: 1, project_id: 3 });
  await screen.findByText(translate('desk.panel.notYours'));
  await waitFor(() => expect(queue().getAllByRole('link')).toHaveLength(2));
  await record('首层平面图');
  key('j');
  await record('标准层平面图');
});

test('a phone shows the queue, then the review with the decision, and the next one after it', async () => {
  useAppState.setState({ device: 'mobile', sidebarOpen: false });
  app.open(DESK);
  await userEvent.click(await screen.findByRole('link', { name: /标准层平面图/ }));
  await record('标准层平面图');
  expect(screen.queryByRole('region', { name: translate('desk.queue.label') })).toBeNull();
  const opinions = await screen.findByRole('region', { name: translate('opinion-pages.title') });
  expect(opinions.compareDocumentPosition(await panel()) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await userEvent.click(await passButton());
  await record('屋面平面图');
  await userEvent.click(screen.getByRole('button', { name: translate('desk.record.back') }));
  await screen.findByRole('link', { name: /首层平面图/ });
});

test('a late review has a mark, and the address keeps kind and order', async () => {
  const [first, ...others] = waiting;
  if (first === undefined) throw new Error('no row');
  waiting = [{ ...first, stage: { ...first.stage, overdue: true, due_at: '2026-03-01 23:59:59' } }, ...others];
  app.data('/apis/review/counts', { todo: 3, done: 0, mine: 0, cc: 0, kinds: { task: 2, invoice: 1 } });
  app.open(`${DESK}?sort=due`);
  const row = await screen.findByRole('link', { name: /首层平面图/ });
  expect(row.textContent).toContain(translate('status.overdue'));
  await record('首层平面图');
  await userEvent.click(await screen.findByRole('button', { name: /^任务\s*2$/ }));
  await waitFor(() => {
    const asked = app.wire.seen.filter(({ url }) => url.startsWith('/apis/review/index?'));
    const last = new URLSearchParams(asked.at(-1)?.url.split('?')[1]);
    expect([last.get('kind'), last.get('sort')]).toEqual(['task', 'due']);
  });
});

test('ticked reviews pass together, and the refused ones are listed with their reasons', async () => {
  app.open(DESK);
  await record('首层平面图');
  await userEvent.click(
    queue().getByRole('checkbox', { name: translate('desk.queue.tick', { name: '标准层平面图' }) }),
  );
  key('x');
  key('j');
  await record('标准层平面图');
  await screen.findByText(translate('desk.batch.chosen', { n: 2 }));
  await userEvent.click(screen.getByRole('button', { name: translate('desk.batch.tickAll') }));
  await userEvent.click(screen.getByRole('button', { name: translate('desk.batch.pass') }));
  const asked = await dialog(translate('desk.batch.title', { n: 3 }));
  expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    NAMES.map((name) => `${name}滨江门诊楼 · 1/1 校对`),
  );
  app.says('/apis/review/passMany', () => {
    waiting = waiting.slice(0, 1);
    const refused = { id: 1, ok: false, code: 1008, message: '该审核已被处理' };
    return ok({ list: [refused, { id: 2, ok: true }, { id: 3, ok: true }] });
  });
  await userEvent.type(asked.getByRole('textbox', { name: translate('desk.batch.comment') }), '同意');
  await userEvent.click(asked.getByRole('button', { name: translate('desk.batch.run', { n: 3 }) }));
  const told = await dialog(translate('desk.batch.partTitle', { passed: 2, failed: 1 }));
  expect(told.getByRole('listitem').textContent).toBe('首层平面图滨江门诊楼 · 1/1 校对该审核已被处理');
  const sent = posted(app, '/apis/review/passMany').at(-1);
  const seats = [...(sent ?? [])].filter(([name]) => name.startsWith('seat_ids')).map(([, value]) => value);
  expect([seats, sent?.get('comment')]).toEqual([['1', '2', '3'], '同意']);
  await userEvent.click(told.getByRole('button', { name: translate('desk.batch.close') }));
  await record('首层平面图');
  expect(queue().getAllByRole('link')).toHaveLength(1);
  expect(screen.queryByText(translate('desk.batch.chosen', { n: 1 }))).toBeNull();
});

test('a ticked review with an unsent opinion does not pass together with the others, and says why', async () => {
  writeDraft(opinionDraft(1), { text: '没有提交的意见' });
  app.open(DESK);
  await record('首层平面图');
  key('x');
  await userEvent.click(screen.getByRole('button', { name: translate('desk.batch.tickAll') }));
  await userEvent.click(screen.getByRole('button', { name: translate('desk.batch.pass') }));
  const asked = await dialog(translate('desk.batch.title', { n: 2 }));
  const [first] = asked.getAllByRole('listitem');
  expect(first?.textContent).toContain(`首层平面图`);
  expect(first?.textContent).toContain(translate('processes.decide.unsentOpinion'));
  app.says('/apis/review/passMany', () => {
    waiting = waiting.slice(0, 1);
    return ok({
      list: [
        { id: 2, ok: true },
        { id: 3, ok: true },
      ],
    });
  });
  await userEvent.click(asked.getByRole('button', { name: translate('desk.batch.run', { n: 2 }) }));
  await waitFor(() => expect(queue().getAllByRole('link')).toHaveLength(1));
  const sent = [...(posted(app, '/apis/review/passMany').at(-1) ?? [])];
  expect(sent.filter(([name]) => name.startsWith('seat_ids')).map(([, value]) => value)).toEqual(['2', '3']);
  dropDraft(opinionDraft(1));
});

test('a return without a reason puts the cursor into the comment, where letters are no keys', async () => {
  app.open(DESK);
  await record('首层平面图');
  const back = within(await panel()).getByRole('button', {
    name: translate('processes.decide.notPass', { name: '陈设计' }),
  });
  await userEvent.click(back);
  await screen.findByText(translate('processes.decide.reasonRequired'));
  await userEvent.keyboard('jp缺');
  expect([openId(), screen.getByRole<HTMLTextAreaElement>('textbox', { name: '“校对”的决定说明' }).value]).toEqual([
    '1',
    'jp缺',
  ]);
  await userEvent.clear(screen.getByRole('textbox', { name: '“校对”的决定说明' }));
});

test('Escape leaves the transfer and shows the decision again', async () => {
  app.open(DESK);
  await record('首层平面图');
  await userEvent.click(within(await panel()).getByRole('button', { name: translate('processes.decide.transfer') }));
  const transfer = await screen.findByRole('region', { name: translate('processes.decide.transfer') });
  expect(screen.queryByRole('region', { name: translate('processes.decide.title') })).toBeNull();
  fireEvent.keyDown(within(transfer).getByRole('button', { name: translate('common.cancel') }), { key: 'Escape' });
  await panel();
});

test('a finished task waits for its assigner in the same queue, and its confirmation opens the next item', async () => {
  const finished = { status: 'awaiting_confirmation', label: 'awaiting_confirmation' } as const;
  let toConfirm = [taskRow({ id: 31, title: '地下室平面图', ...finished })];
  app.says('/apis/task/index', (call) => {
    const asked = queryOf(call);
    expect([asked.get('tab'), [...asked].find(([name]) => name.startsWith('status'))?.[1]]).toEqual([
      'assigned',
      'awaiting_confirmation',
    ]);
    return ok(listOf(toConfirm));
  });
  app.says('/apis/task/info', (call) => {
    const id = Number(queryOf(call).get('id'));
    if (id !== 31) return ok(taskPage({ id, title: NAMES[id - 1] ?? '' }));
    const process = processSample(31, '地下室平面图', { status: 'review_complete', can: NOTHING_TO_DO });
    return ok(
      taskPage({ id, title: '地下室平面图', ...finished, process, can: [allowed('pass'), allowed('notPass')] }),
    );
  });
  app.says('/apis/task/pass', () => {
    toConfirm = [];
    return ok({ id: 31, version: 5, status: 'finished', review_status: 'review_complete', label: 'finished' });
  });
  app.open(DESK);
  await record('首层平面图');
  await screen.findByText(translate('desk.confirm.group'));
  key('k');
  await record('地下室平面图');
  expect(new URLSearchParams(location.search).get('confirm')).toBe('31');
  const region = within(await screen.findByRole('region', { name: translate('desk.confirm.label') }));
  await userEvent.click(region.getByRole('button', { name: translate('desk.confirm.pass') }));
  await record('首层平面图');
  await waitFor(() => expect(screen.queryByText(translate('desk.confirm.group'))).toBeNull());
  expect(Object.fromEntries(posted(app, '/apis/task/pass').at(-1) ?? [])).toMatchObject({ id: '31', version: '4' });
});

test('without a waiting review the first confirmation opens by itself', async () => {
  waiting = [];
  const finished = { status: 'awaiting_confirmation', label: 'awaiting_confirmation' } as const;
  app.says('/apis/task/index', () => ok(listOf([taskRow({ id: 31, title: '地下室平面图', ...finished })])));
  app.data(
    '/apis/task/info',
    taskPage({ id: 31, title: '地下室平面图', ...finished, process: processSample(31, '地下室平面图') }),
  );
  app.open(DESK);
  await record('地下室平面图');
  expect(new URLSearchParams(location.search).get('confirm')).toBe('31');
});
