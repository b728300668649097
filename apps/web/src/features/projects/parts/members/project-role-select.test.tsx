import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { roles } from '@prdm/contract/projects';
import { loadAllTexts, startI18n } from '../../../../lib/i18n.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { keyOf } from '../../../../lib/api/queries.ts';
import { ProjectRoleSelect } from './project-role-select.tsx';

const NAMES = {
  project_manager: '项目经理',
  professional_leader: '专业负责人',
  designer: '设计人',
  proofreader: '校对人',
  reviewer: '审核人',
  approver: '审定人',
} as const;
const list = Object.entries(NAMES).map(([key, name], index) => ({ id: index + 1, key, name }));

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

test('[PE-002] each role of production can be chosen for a member, the manager role cannot', async () => {
  queryClient.setQueryData(keyOf(roles, {}), { list, total: list.length });
  const chosen = vi.fn<(ids: number[]) => void>();
  render(
    <QueryClientProvider client={queryClient}>
      <ProjectRoleSelect multiple aria-label="roles" value={[]} onChange={chosen} />
    </QueryClientProvider>,
  );
  const { project_manager: manager, ...production } = NAMES;
  for (const [key, name] of Object.entries(production)) {
    await userEvent.type(screen.getByRole('combobox', { name: 'roles' }), name);
    const [option] = await screen.findAllByText(name, { selector: '.ant-select-item-option-content' });
    await userEvent.click(option as HTMLElement);
    expect(chosen.mock.lastCall?.[0], key).toEqual([list.find((role) => role.key === key)?.id]);
  }
  await userEvent.type(screen.getByRole('combobox', { name: 'roles' }), manager);
  expect(screen.queryByText(manager, { selector: '.ant-select-item-option-content' })).toBeNull();
});

test('[PE-001] each of the nine leading roles can be chosen for a member, the manager by a hand-over', async () => {
  const LEADING = {
    project_leader: '项目负责人',
    coordinator: '项目协调人',
    design_room_director: '设计室主任',
    equipment_room_director: '设备室主任',
    leader: '分管领导',
    general_manager: '总经理',
    business_manager: '商务经理',
    bidding_manager: '投标经理',
    project_manager: '项目经理',
  };
  const offered = Object.entries(LEADING).map(([key, name], index) => ({ id: index + 1, key, name }));
  queryClient.setQueryData(keyOf(roles, {}), { list: offered, total: offered.length });
  render(
    <QueryClientProvider client={queryClient}>
      <ProjectRoleSelect multiple aria-label="roles" value={[]} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('combobox', { name: 'roles' }));
  const shown = [...document.querySelectorAll('.ant-select-item-option-content')].map(({ textContent }) => textContent);
  expect(shown).toEqual(offered.filter(({ key }) => key !== 'project_manager').map(({ name }) => name));
});
