import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { translate } from '../../lib/i18n.ts';
import { projectInfo } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

const [ARCH, STRUCTURE] = [1, 2];
const member = (user_id: number, name: string, key: string, profession_id: number) => ({
  user_id,
  name,
  thumb: '',
  account: `u${user_id}`,
  status: 'active' as const,
  is_manager: false,
  version: 1,
  department_name: '',
  position_name: '',
  joined_at: '2026-03-01 09:00:00',
  firm: '',
  ends_on: null,
  roles: [{ id: user_id, key, name: key, profession_id, profession_name: '' }],
});
const entry = (id: number, name: string) => ({ id, name, code: null, sort: id });

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [{ action: 'home-Task-add' }] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.data('/apis/project/members', {
    total: 3,
    list: [
      member(11, '校对甲', 'proofreader', ARCH),
      member(12, '审核甲', 'reviewer', ARCH),
      member(21, '校对乙', 'proofreader', STRUCTURE),
    ],
  });
  app.data('/apis/config/profession/index', { total: 2, list: [entry(ARCH, '建筑'), entry(STRUCTURE, '结构')] });
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const stages = () => [...document.querySelectorAll<HTMLElement>('.stage-row')];
const profession = () => screen.getByLabelText(translate('tasks.field.profession_id'));
async function choose(name: string): Promise<void> {
  await userEvent.click(profession());
  const options = await screen.findAllByText(name, { selector: '.ant-select-item-option-content' });
  await userEvent.click(options.at(-1) as HTMLElement);
}

test('a discipline that was chosen and emptied again leaves one empty stage, and the form stays', async () => {
  app.open('/file/task/addEdit?project_id=3');
  await screen.findByRole('button', { name: translate('tasks.form.publish') });
  await choose('建筑');
  await waitFor(() => expect(stages()).toHaveLength(2));
  expect(within(stages()[0] ?? document.body).getByText('校对甲')).not.toBeNull();
  profession().focus();
  await userEvent.keyboard('{Delete}');
  await waitFor(() => expect(stages()).toHaveLength(1));
  expect(screen.queryByText('校对甲')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: translate('common.cancel') }));
  await userEvent.click(await screen.findByRole('button', { name: translate('common.leave') }));
});
