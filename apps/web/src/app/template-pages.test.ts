import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TemplateInfo, TemplateRow } from '@prdm/contract/processes/templates';
import { translate } from '../lib/i18n.ts';
import { template, templates } from '../features/processes/pages.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

const KEEPER = { ...ME, roles: { role: 'administrator', access: [{ action: 'home-ProjectSetting-index' }] } };
const AT = '2026-11-20 09:00:00';
const t = translate;

let app: WholeApp;
let sent: { path: string; form: Record<string, string> }[] = [];
beforeAll(async () => {
  app = await startWholeApp(KEEPER);
  // The first load of the pages takes long on a busy machine.
  await Promise.all([templates(), template()]);
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const stage = (name: string, more: object = {}) => ({
  name,
  executor_rule: 'users' as const,
  executors: [{ id: 8, name: '陈经理', active: true }],
  sign_mode: 'any' as const,
  days: null,
  allow_transfer: true,
  reject_to: 'starter' as const,
  role: null,
  by_profession: false,
  conditions: [],
  cc: [],
  separate: false,
  straight: false,
  ...more,
});
const INFO: TemplateInfo = {
  id: 5,
  name: '施工图校审',
  kind: 'task',
  enabled: true,
  is_default: false,
  sort: 0,
  conditions: [],
  cc: [],
  stages: [
    stage('校对'),
    stage('审核', { sign_mode: 'all' }),
    stage('审定', { executor_rule: 'chosen', executors: [] }),
  ],
  created_at: AT,
  updated_at: AT,
  version: 3,
};
const ROW: TemplateRow = {
  ...INFO,
  stages: INFO.stages.map(({ name, executor_rule, days }) => ({ name, executor_rule, days })),
};

beforeEach(() => {
  sent = [];
  app.data('/apis/process/index', { list: [ROW], total: 1, page: 1, size: 20 });
  app.data('/apis/process/info', INFO);
  for (const [verb, data] of Object.entries({
    add: { id: 6 },
    edit: { version: 4 },
    disable: { version: 4 },
    enable: { version: 5 },
    del: null,
  }))
    app.says(`/apis/process/${verb}`, ({ body }) => {
      sent.push({ path: verb, form: Object.fromEntries(new URLSearchParams(body)) });
      return { body: { code: 0, msg: '', data } };
    });
});

const nodes = () => screen.getByRole('region', { name: t('templates.field.stages') });
const states = () => [...nodes().querySelectorAll('li')].map((node) => node.dataset.state);
const heads = () => [...nodes().querySelectorAll('.stage-card-name')].map((name) => name.textContent);
/** The address changes before the form is gone. */
const isLeft = () =>
  waitFor(() => {
    expect(location.pathname).toBe('/company/task/process_index');
    expect(document.querySelector('.form-page')).toBeNull();
  });
/** Leaves the form without saving. */
const discard = async () => {
  await userEvent.click(screen.getByRole('button', { name: t('common.cancel') }));
  await userEvent.click(await screen.findByRole('button', { name: t('common.leave') }));
  await isLeft();
};
const grip = (name: string) => screen.getByRole('button', { name: t('entities.grip', { name }) });

describe('the list', () => {
  test('[R-034] shows the processes with their stages; disabling can be undone; deleting asks', async () => {
    app.open('/company/task/process_index');
    const row = (await screen.findByText(INFO.name)).closest('[role=row], tr, li') as HTMLElement;
    expect(row.textContent).toContain('校对 → 审核 → 审定');
    const menu = async (act: string) => {
      await userEvent.click(within(row).getByRole('button', { name: t('common.moreOf', { name: INFO.name }) }));
      await userEvent.click(await screen.findByRole('menuitem', { name: act }));
    };
    await menu(t('entities.act.disable'));
    await userEvent.click(await screen.findByRole('button', { name: t('common.undo') }));
    await waitFor(() =>
      expect(sent).toEqual([
        { path: 'disable', form: { id: '5', version: '3' } },
        { path: 'enable', form: { id: '5', version: '4' } },
      ]),
    );
    await menu(t('common.delete'));
    const question = await screen.findByRole('dialog', { name: t('templates.delTitle', { name: INFO.name }) });
    await userEvent.click(within(question).getByRole('button', { name: t('common.delete') }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ path: 'del', form: { id: '5', version: '3' } }));
  });

  test('without any process it says what one is for', async () => {
    app.data('/apis/process/index', { list: [], total: 0, page: 1, size: 20 });
    app.open('/company/task/process_index');
    expect(await screen.findByText(t('templates.about'))).toBeTruthy();
  });
});

describe('the editor', () => {
  test('[R-035] [ST-009] opens empty with one current stage and add_btn as the last node', async () => {
    app.open('/company/task/process/add');
    expect(await screen.findByRole('heading', { name: t('templates.titles.add') })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(t('templates.field.name')).value).toBe('');
    expect(states()).toEqual(['current', 'add_btn']);
    await userEvent.click(within(nodes()).getByRole('button', { name: t('templates.addStage') }));
    expect(states()).toEqual(['added', 'current', 'add_btn']);
    await userEvent.click(screen.getByRole('button', { name: t('templates.create') }));
    expect(await screen.findByText(t('validation.required'))).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.type(screen.getByLabelText(t('templates.field.name')), '方案评审');
    await userEvent.click(screen.getByRole('button', { name: t('templates.create') }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.form).toMatchObject({
      name: '方案评审',
      kind: 'task',
      'stages[0][name]': '自校',
      'stages[1][name]': '校对',
      'stages[1][executor_rule]': 'chosen',
    });
    await isLeft();
  });

  test('[R-035] [ST-009] opens filled with its id; the arrow keys move a stage; the edit keeps the version', async () => {
    app.open('/company/task/process/edit?id=5');
    expect(await screen.findByRole('heading', { name: t('templates.titles.edit') })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(t('templates.field.name')).value).toBe('施工图校审');
    expect(states()).toEqual(['added', 'added', 'added', 'add_btn']);
    expect(heads()).toEqual(['校对', '审核', '审定']);
    await userEvent.click(within(nodes()).getByRole('button', { name: /^审定/ }));
    expect(states()).toEqual(['added', 'added', 'current', 'add_btn']);
    grip('审定').focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(heads()).toEqual(['校对', '审定', '审核']);
    expect(states()).toEqual(['added', 'current', 'added', 'add_btn']);
    await userEvent.click(screen.getByRole('button', { name: t('common.save') }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      path: 'edit',
      form: { id: '5', version: '3', 'stages[1][name]': '审定', 'stages[2][sign_mode]': 'all' },
    });
    await isLeft();
  });

  test('[VA-006] days in one stage only are refused, and the input stays', async () => {
    app.open('/company/task/process/edit?id=5');
    await screen.findByRole('heading', { name: t('templates.titles.edit') });
    await userEvent.click(within(nodes()).getByRole('button', { name: /^校对/ }));
    const days = within(nodes()).getAllByLabelText<HTMLInputElement>(t('tasks.form.days'))[0] as HTMLInputElement;
    await userEvent.type(days, '2');
    await userEvent.click(screen.getByRole('button', { name: t('common.save') }));
    expect(await screen.findByText(t('processes.daysAllOrNone'))).toBeTruthy();
    expect(days.value).toBe('2');
    expect(sent).toEqual([]);
    await discard();
  });

  test('a name that exists shows at the field', async () => {
    app.says('/apis/process/add', () => ({ body: { code: 1018, msg: '名称已存在', data: { field: 'name' } } }));
    app.open('/company/task/process/add?from=5');
    const name = await screen.findByLabelText<HTMLInputElement>(t('templates.field.name'));
    expect(name.value).toBe(t('templates.copyOf', { name: INFO.name }));
    await userEvent.click(screen.getByRole('button', { name: t('templates.create') }));
    expect(await screen.findByText('名称已存在')).toBeTruthy();
    expect(location.pathname).toBe('/company/task/process/add');
  });
});

test('a test run without starter and project blames nobody, and asks for the project', async () => {
  const empty = { position: 1, name: '校对', people: [], cc: [], cc_left: [], omitted: false, red: true };
  const own = { id: ME.id, name: '系统管理员' };
  app.data('/apis/process/testRun', {
    stages: [
      { ...empty, name: '自校', red: false, people: [{ ...own, reason: 'author' }], left: [] },
      { ...empty, position: 2, left: [{ ...own, why: 'starter' }] },
    ],
    cc_ids: [],
    ok: false,
  });
  app.open('/company/task/process/edit?id=5');
  const run = within(await screen.findByRole('region', { name: t('templates.run.title') }));
  await userEvent.click(run.getByRole('button', { name: t('templates.run.start') }));
  const lines = (await run.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual(['自校执行人', `校对${t('templates.run.red')}${t('templates.run.noProject')}`]);
});
