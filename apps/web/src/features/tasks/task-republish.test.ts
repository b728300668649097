import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { translate, type TextKey } from '../../lib/i18n.ts';
import { allowed, projectInfo, taskPage, type TaskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => useAppState.setState({ device: 'desktop', sidebarOpen: true }));
afterEach(() => app.leave());
afterAll(() => app.stop());

const republish = () => translate('tasks.action.republish');
const sent = () => app.wire.seen.filter(({ url }) => url.startsWith('/apis/task/republish'));

async function openDialog(special: Partial<TaskPage> = {}): Promise<{ dialog: HTMLElement; field: HTMLInputElement }> {
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  const due = '2031-05-04 18:00:00';
  app.data(
    '/apis/task/info',
    taskPage({ id: 7, title: '平面图', deadline: due, can: [allowed('republish')], ...special }),
  );
  app.data('/apis/task/republish', {
    id: 7,
    version: 2,
    status: 'unprocessed',
    review_status: 'not_reviewed',
    label: 'unprocessed',
    warnings: [],
  });
  app.open('/file/task/index?project_id=3&id=7');
  const drawer = await screen.findByRole('dialog', { name: translate('tasks.drawer.label') });
  await userEvent.click(await within(drawer).findByRole('button', { name: republish() }));
  const dialog = await screen.findByRole('dialog', { name: republish() });
  const field = within(dialog).getByLabelText<HTMLInputElement>(translate('tasks.field.deadline'));
  return { dialog, field };
}

test('a task is published again with another deadline, or keeps the one it has', async () => {
  const { dialog, field } = await openDialog();
  expect(dialog.textContent).toContain(translate('tasks.form.keepsDeadline', { date: '2031-05-04' }));
  await userEvent.type(field, '2032/1/2');
  await userEvent.click(within(dialog).getByRole('button', { name: republish() }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(new URLSearchParams(sent()[0]?.body).get('deadline')).toBe('2032-01-02 18:00:00');
});

test('a paused, unchanged task starts again at its first stage, or continues where it stood when that is chosen', async () => {
  const choose = async (label: TextKey | null): Promise<string | null> => {
    const before = sent().length;
    const { dialog } = await openDialog({ status: 'paused', label: 'paused', can_resume: true });
    const first = within(dialog).getByLabelText<HTMLInputElement>(translate('tasks.form.againFirst'));
    expect(first.checked).toBe(true);
    if (label !== null) await userEvent.click(within(dialog).getByLabelText(translate(label)));
    await userEvent.click(within(dialog).getByRole('button', { name: republish() }));
    await waitFor(() => expect(sent()).toHaveLength(before + 1));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: republish() })).toBeNull());
    await app.leave();
    return new URLSearchParams(sent().at(-1)?.body).get('resume');
  };
  expect(await choose(null)).not.toBe('true');
  expect(await choose('tasks.form.againResume')).toBe('true');
});

test('where nothing can be continued the choice is not offered', async () => {
  const { dialog } = await openDialog({ status: 'rejected', label: 'rejected' });
  expect(within(dialog).queryByLabelText(translate('tasks.form.againResume'))).toBeNull();
});

test.each([
  ['2020-01-01', 'validation.past'],
  ['soon', 'validation.date'],
] as const)('the deadline %s is refused at its field and stays there', async (typed, words) => {
  const before = sent().length;
  const { dialog, field } = await openDialog();
  await userEvent.type(field, typed);
  await userEvent.click(within(dialog).getByRole('button', { name: republish() }));
  await within(dialog).findByText(translate(words));
  expect(field.value).toBe(typed);
  expect(sent()).toHaveLength(before);
});
