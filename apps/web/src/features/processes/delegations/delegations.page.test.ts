import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../../lib/app-state.ts';
import { translate } from '../../../lib/i18n.ts';
import { delegationSample, profileSample } from '../../../testing/own-samples.ts';
import { ok, posted } from '../../../testing/page-acts.ts';
import { NOTHING_TO_DO, processSample, stageSample, waitingRow } from '../../../testing/review-samples.ts';
import { listOf, taskPage } from '../../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => useAppState.setState({ device: 'desktop', sidebarOpen: true }));
afterEach(() => app.leave());
afterAll(() => app.stop());

const DEPUTY = { id: 9, name: '钱工' };
const OWN = { id: ME.id, name: ME.username };
const sent = (call: string) =>
  posted(app, `/apis/delegation/${call}`).map((form) => Object.fromEntries(form.entries()));
test('the profile lists delegations of both sides, ends one with undo, and refuses one', async () => {
  let given = [
    delegationSample(),
    delegationSample({ id: 2, state: 'past', can: { edit: false, end: false, refuse: false } }),
  ];
  const received = [
    delegationSample({
      id: 3,
      from: { id: 7, name: '孙工' },
      to: OWN,
      can: { edit: false, end: false, refuse: true },
      note: '休假',
    }),
  ];
  app.data('/apis/pub/profile', profileSample());
  app.says('/apis/delegation/index', () => ok({ given, received }));
  app.says('/apis/delegation/end', () => {
    given = [delegationSample({ state: 'past', can: { edit: false, end: false, refuse: false } })];
    return ok(null);
  });
  app.says('/apis/delegation/add', () => ok({ id: 4, version: 1 }));
  app.says('/apis/delegation/refuse', () => ok(null));
  app.open('/profile');
  const section = within(await screen.findByRole('region', { name: translate('delegations.profile.title') }));
  expect(await section.findByText('孙工')).toBeTruthy();
  expect(section.getAllByText('2026-11-24 10:00:00 至 2026-11-30 18:00:00')).toHaveLength(3);
  await userEvent.click(section.getByRole('button', { name: '结束委托' }));
  await waitFor(() => expect(sent('end')).toEqual([{ id: '1', version: '1' }]));
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
  await waitFor(() =>
    expect(sent('add')).toEqual([{ to_id: String(DEPUTY.id), to_at: '2026-11-30 18:00:00', note: '出差' }]),
  );
  await userEvent.click(section.getByRole('button', { name: '拒绝' }));
  const question = within(await screen.findByRole('dialog', { name: '拒绝代孙工审核？' }));
  await userEvent.click(question.getByRole('button', { name: '拒绝' }));
  await waitFor(() => expect(sent('refuse')).toEqual([{ id: '3', version: '1' }]));
});

test('the desk names the person for whom the reader decides, and tells where the own reviews go', async () => {
  const base = waitingRow(1, '首层平面图');
  const forUser = { id: 7, name: '孙工' };
  const waiting = [{ ...base, seat: { id: 1, ask: 'decide' as const, for_user: forUser } }];
  const stage = stageSample(1);
  const seats = stage.seats.map((seat) => ({
    ...seat,
    user: forUser,
    deputy: { user: OWN, until: '2026-11-30 18:00:00' },
  }));
  app.says('/apis/review/index', () => ok(listOf(waiting)));
  app.says('/apis/review/counts', () => ok({ todo: 1, done: 0, mine: 0, cc: 0, kinds: { task: 1 } }));
  app.says('/apis/delegation/index', () => ok({ given: [delegationSample()], received: [] }));
  app.says('/apis/review/info', () =>
    ok(
      processSample(1, '首层平面图', {
        stages: [{ ...stage, seats }],
        can: { ...NOTHING_TO_DO, decide_seat_id: 1, for_user: forUser },
      }),
    ),
  );
  app.says('/apis/task/info', () => ok(taskPage({ id: 1, title: '首层平面图' })));
  app.open('/process/task/process');
  const queue = within(await screen.findByRole('region', { name: translate('desk.queue.label') }));
  expect(await queue.findByText(/代孙工/)).toBeTruthy();
  expect(await queue.findByText(/您的审核由钱工代为处理，至 2026-11-30 18:00:00/)).toBeTruthy();
  expect(await screen.findByText('您代孙工审核')).toBeTruthy();
  expect(screen.getByText(`${OWN.name}（代孙工）`)).toBeTruthy();
});

test('a review that the reader delegated shows the deputy and no decision', async () => {
  app.says('/apis/review/index', () => ok(listOf([])));
  app.says('/apis/review/info', () =>
    ok(
      processSample(1, '首层平面图', {
        can: { ...NOTHING_TO_DO, delegated: { user: DEPUTY, until: '2026-11-30 18:00:00' } },
      }),
    ),
  );
  app.says('/apis/task/info', () => ok(taskPage({ id: 1, title: '首层平面图' })));
  app.open('/process/task/process?id=1');
  expect(await screen.findByText(/已委托钱工审核，至 2026-11-30 18:00:00/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull();
});
