import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StatusLabel } from '@prdm/contract/status';
import { useAppState } from '../../lib/app-state.ts';
import { translate, type TextEntry } from '../../lib/i18n.ts';
import { allowed, listOf, PERSON, projectInfo, taskPage, taskRow, type TaskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [{ action: 'home-Task-add' }] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const sent = (path: string) => app.wire.seen.filter(({ url }) => url.startsWith(path));
const form = async () =>
  within(
    await waitFor(() => {
      const found = document.querySelector<HTMLElement>('main .form-page');
      if (found === null) throw new Error('no form yet');
      return found;
    }),
  );
const problems = () => [...document.querySelectorAll('main .ant-form-item-explain-error')].map((at) => at.textContent);
const stage = (n: number, days: number | null): TaskPage['stages'][number] => ({
  position: n,
  name: `节点${n}`,
  sign_mode: 'any',
  days,
  executors: [PERSON],
  allow_transfer: true,
  reject_to: 'starter',
  cc: [],
  separate: false,
  straight: false,
});

test('[ST-001] the list shows the first eight states by their labels', async () => {
  const labels: Partial<Record<StatusLabel, string>> = {
    unprocessed: '未处理',
    in_progress: '进行中',
    finished: '已完成',
    paused: '已暂停/中止',
    overdue: '已逾期',
    rejected: '已驳回',
    awaiting_confirmation: '待确认',
    not_started: '未开始',
  };
  const states = Object.keys(labels) as StatusLabel[];
  app.data('/apis/task/index', listOf(states.map((label, n) => taskRow({ id: n + 1, title: `任务${label}`, label }))));
  app.open('/file/task/index?project_id=3');
  for (const label of states) {
    const row = (await screen.findByText(`任务${label}`)).closest<HTMLElement>('[role=row], tr');
    expect(row?.textContent).toContain(labels[label]);
  }
});

test('[VA-005] a task without title or stage shows errors at its fields and is not sent, and its last review stage stays', async () => {
  // Without an answer about the project, its stage is not preset.
  app.refuses('/apis/project/info', 1005, translate('codes.1005'));
  app.open('/file/task/addEdit?project_id=3');
  const page = await form();
  const save = await page.findByRole('button', { name: translate('tasks.form.publish') });
  const removal = page.getByRole('button', { name: translate('tasks.form.removeStage') });
  expect((removal as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(save);
  const itemOf = (name: TextEntry<'tasks.field'>) =>
    page.getByLabelText(translate(`tasks.field.${name}`)).closest('.ant-form-item');
  await waitFor(() => {
    for (const name of ['title', 'stage_id'] as const)
      expect(itemOf(name)?.querySelector('.ant-form-item-explain-error')?.textContent).toBe(
        translate('validation.required'),
      );
  });
  expect(sent('/apis/task/add')).toEqual([]);
});

test('[VA-006] execution days are sent where all stages have them or none, each at least 0', async () => {
  const task = taskPage({ id: 7, title: '平面图', can: [allowed('edit')], stages: [1, 2, 3].map((n) => stage(n, n)) });
  app.data('/apis/task/info', task);
  const state = { id: 7, version: 5, status: 'unprocessed', review_status: 'not_reviewed', label: 'unprocessed' };
  app.data('/apis/task/edit', state);
  const save = async (days: readonly string[]): Promise<void> => {
    const page = await form();
    const fields = await page.findAllByLabelText(translate('tasks.form.days'));
    for (const [n, text] of days.entries())
      fireEvent.change(fields[n] as HTMLInputElement, { target: { value: text } });
    await userEvent.click(page.getByRole('button', { name: translate('common.save') }));
  };
  const open = () => app.open('/file/task/addEdit?project_id=3&id=7');
  /** The `days` of three stages in the last request, after the task is visible again. */
  const saved = async (times: number): Promise<(string | null)[]> => {
    await screen.findByRole('dialog', { name: translate('tasks.drawer.label') });
    expect(sent('/apis/task/edit')).toHaveLength(times);
    const body = new URLSearchParams(sent('/apis/task/edit').at(-1)?.body);
    return [0, 1, 2].map((n) => body.get(`stages[${n}][days]`) || null);
  };
  open();
  for (const [days, told] of [
    [['1', '', '2'], translate('processes.daysAllOrNone')],
    [['1', '-1', '2'], translate('validation.tooSmall', { n: 0 })],
    [['1', '1.555', '2'], translate('processes.daysDecimals')],
  ] as const) {
    await save(days);
    await waitFor(() => expect(problems()).toEqual([told]));
  }
  expect(sent('/apis/task/edit')).toEqual([]);
  await save(['', '', '']);
  expect(await saved(1)).toEqual([null, null, null]);
  open();
  await save(['0', '1.5', '30']);
  expect(await saved(2)).toEqual(['0', '1.5', '30']);
});

test('[VA-008] a task without hours left starts no sub-task, and the menu shows the reason', async () => {
  const why = 'tasks.why.hoursAllotted';
  const task = taskPage({ id: 7, title: '平面图', required_hours: 10, children_hours: 10 });
  const more = async (can: TaskPage['can']) => {
    app.data('/apis/task/info', { ...task, can: [allowed('edit'), ...can] });
    app.open('/file/task/index?project_id=3&id=7');
    const drawer = within(await screen.findByRole('dialog', { name: translate('tasks.drawer.label') }));
    await drawer.findByText('平面图');
    await userEvent.click(await drawer.findByRole('button', { name: /更多/ }));
    return screen.findByRole('menuitem', { name: new RegExp(`^ ?${translate('tasks.action.addChild')}`) });
  };
  const refused = await more([{ action: 'addChild', allowed: false, why }]);
  expect(refused.getAttribute('aria-disabled')).toBe('true');
  expect(refused.textContent).toContain('所需工时已全部分配，不能再添加子任务');
  await userEvent.click(refused);
  expect([location.pathname, refused.closest('a')]).toEqual(['/file/task/index', null]);
});
