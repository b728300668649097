import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CostVersion } from '@prdm/contract/config/cost';
import { translate } from '../lib/i18n.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

const KEEPER = { ...ME, roles: { role: 'administrator', access: [{ action: 'home-ProjectSetting-index' }] } };
const INDEX = '/apis/config/cost/index';
const TODAY = '2026-06-15';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(KEEPER);
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const STAGES = ['方案设计', '初步设计', '施工图设计', '施工配合'].map((name, at) => ({
  id: at + 1,
  name,
  code: null,
  sort: at,
}));
const PROFESSIONS = ['建筑', '结构', '给排水'].map((name, at) => ({ id: at + 11, name, code: null, sort: at }));

const entry = (name: string, bp: number) => ({ name, code: null, enabled: true, bp });
const versionOf = (given: Partial<CostVersion>): CostVersion => ({
  id: 1,
  project_type_id: null,
  valid_from: '1900-01-01',
  stages: [2000, 2500, 4500, 1000].map((bp, at) => ({ stage_id: at + 1, ...entry(STAGES[at]?.name ?? '', bp) })),
  professions: [6000, 4000].map((bp, at) => ({ profession_id: at + 11, ...entry(PROFESSIONS[at]?.name ?? '', bp) })),
  roles: [
    { role: 'designer', bp: 7000 },
    { role: 'reviewer', bp: 3000 },
  ],
  fee_bp: 800,
  base_tax: 'gross',
  advance_limit: '500000.00',
  contract_threshold: '1000000.00',
  version: 1,
  can: { edit: 'cost.kept', del: 'cost.begun' },
  ...given,
});
const own = (given: Partial<CostVersion> = {}) =>
  versionOf({ id: 2, project_type_id: 5, valid_from: '2026-07-01', can: { edit: true, del: true }, ...given });

let list: CostVersion[] = [];
let sent: { path: string; form: URLSearchParams }[] = [];

beforeEach(() => {
  list = [versionOf({}), own()];
  sent = [];
  app.data('/apis/config/stage/index', { list: STAGES, total: 4 });
  app.data('/apis/config/profession/index', { list: PROFESSIONS, total: 3 });
  app.says(INDEX, () => {
    const type = (id: number | null, name: string) => ({
      project_type_id: id,
      name,
      code: null,
      enabled: true,
      is_own: list.some(({ project_type_id }) => project_type_id === id),
      valid_id: list.find(({ project_type_id, valid_from }) => project_type_id === id && valid_from <= TODAY)?.id ?? 1,
      day_id: 1,
    });
    const types = [type(null, ''), type(5, '医疗建筑'), type(6, '教育建筑')];
    return { body: { code: 0, msg: '', data: { today: TODAY, day: TODAY, list, total: list.length, types } } };
  });
  for (const path of ['add', 'edit', 'del'].map((verb) => `/apis/config/cost/${verb}`))
    app.says(path, ({ body }) => {
      sent.push({ path, form: new URLSearchParams(body) });
      return { body: { code: 0, msg: '', data: path.endsWith('add') ? { id: 9 } : null } };
    });
});

const t = translate;
async function open(query = ''): Promise<void> {
  app.open(`/company/cost${query}`);
  await screen.findByRole('region', { name: t('cost.levels.stages') });
}
const level = (name: 'stages' | 'professions' | 'roles') =>
  screen.getByRole('region', { name: t(`cost.levels.${name}`) });
const share = (name: string) => screen.getByLabelText<HTMLInputElement>(t('cost.ratioOf', { name }));
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' '));
const discard = () => userEvent.click(screen.getByRole('button', { name: t('cost.discard') }));
const saveButton = () => screen.getByRole('button', { name: t('common.save') });

test('[R-042] the configuration shows: types with the default first, versions, three levels that make 100.00 %', async () => {
  await open();
  const types = within(screen.getByRole('navigation', { name: t('cost.types') })).getAllByRole('button');
  expect(types.map(({ textContent }) => textContent)).toEqual(['默认比例', '医疗建筑单独设置', '教育建筑']);
  expect(cells(level('stages')).slice(1)).toEqual([
    '方案设计 20.00%',
    '初步设计 25.00%',
    '施工图设计 45.00%',
    '施工配合 10.00%',
    '合计 100.00%',
  ]);
  expect(cells(level('roles')).slice(1)).toEqual(['设计 70.00%', '审核 30.00%', '合计 100.00%']);
  expect(screen.getByText(t('cost.kept'))).toBeTruthy();
  expect(within(screen.getByRole('list', { name: t('cost.versions') })).getByText(t('cost.states.valid'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('common.save') })).toBeNull();
  expect(document.title).toContain(t('cost.titles.cost'));
});

describe('editing', () => {
  test('[R-042] the sum is red until it is whole, one press puts the rest on a row, and the changed version is saved', async () => {
    await open('?type=5&version=2');
    await userEvent.clear(share('方案设计'));
    await userEvent.type(share('方案设计'), '15');
    const stages = level('stages');
    expect(within(stages).getByRole('status').textContent).toBe('还差 5.00%');
    expect(saveButton()).toHaveProperty('disabled', true);
    // The line of the sum may be out of sight.
    within(screen.getByRole('region', { name: t('cost.unsaved') })).getByText(/阶段比例：还差 5.00%$/);
    await userEvent.click(within(stages).getByRole('button', { name: '把差额 +5.00% 计入施工配合' }));
    expect(share('施工配合').value).toBe('15.00');
    expect(within(stages).getByRole('status').textContent).toBe('');
    await userEvent.click(saveButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    const form = sent[0]?.form;
    expect(sent[0]?.path).toContain('edit');
    expect([form?.get('id'), form?.get('version'), form?.get('valid_from')]).toEqual(['2', '1', '2026-07-01']);
    expect([0, 1, 2, 3].map((n) => form?.get(`stages[${n}][bp]`))).toEqual(['1500', '2500', '4500', '1500']);
    await waitFor(() => expect(screen.queryByRole('button', { name: t('common.save') })).toBeNull());
  });

  test('[R-042] Enter and the arrow keys move between rows, and a column is pasted', async () => {
    await open('?type=5&version=2');
    share('方案设计').focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(share('初步设计'));
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(share('方案设计'));
    fireEvent.paste(share('方案设计'), { clipboardData: { getData: () => '10%\n20\n60\n１０' } });
    expect(STAGES.map(({ name }) => share(name).value)).toEqual(['10', '20', '60', '10']);
    await discard();
  });

  test('[R-042] a type without ratios of its own starts from the default and is added', async () => {
    await open('?type=6');
    await userEvent.click(screen.getByRole('button', { name: t('cost.setOwn') }));
    expect(share('方案设计').value).toBe('20.00');
    expect(screen.getByText(t('cost.states.draft'))).toBeTruthy();
    await userEvent.click(saveButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect([sent[0]?.path, sent[0]?.form.get('project_type_id'), sent[0]?.form.get('valid_from')]).toEqual([
      '/apis/config/cost/add',
      '6',
      TODAY,
    ]);
    await waitFor(() => expect(location.search).toContain('version=9'));
  });

  test('[R-042] a comparison shows the version before, and a refused day stands at its field', async () => {
    list = [
      versionOf({}),
      own({ stages: own().stages.map((part, at) => ({ ...part, bp: [2500, 2000, 4500, 1000][at] ?? 0 })) }),
    ];
    app.says('/apis/config/cost/edit', { body: { code: 1018, msg: '该日期已有版本', data: { field: 'valid_from' } } });
    await open('?type=5&version=2');
    await userEvent.click(screen.getByRole('checkbox', { name: t('cost.compare') }));
    const row = within(level('stages')).getByRole('row', { name: /方案设计/ });
    expect(row.querySelector('.cost-before')?.textContent).toBe('20.00%');
    await userEvent.clear(screen.getByLabelText(t('cost.fee')));
    await userEvent.type(screen.getByLabelText(t('cost.fee')), '7');
    await userEvent.click(saveButton());
    await screen.findByText('该日期已有版本');
    expect(screen.getByLabelText<HTMLInputElement>(t('cost.fee')).value).toBe('7.00');
    await discard();
  });

  test('[R-042] a version that another person changed offers the newest, and mine can be kept', async () => {
    await open('?type=5&version=2');
    await userEvent.clear(screen.getByLabelText(t('cost.fee')));
    await userEvent.type(screen.getByLabelText(t('cost.fee')), '7');
    list = [versionOf({}), own({ version: 4, fee_bp: 900 })];
    app.push({ type: 'config.cost' });
    await screen.findByText(t('cost.stale'));
    await userEvent.click(screen.getByRole('button', { name: t('cost.keepMine') }));
    await userEvent.click(saveButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect([sent[0]?.form.get('version'), sent[0]?.form.get('fee_bp')]).toEqual(['4', '700']);
    await waitFor(() => expect(screen.queryByRole('button', { name: t('common.save') })).toBeNull());
  });

  test('[R-042] leaving with changes asks, and staying keeps them', async () => {
    await open('?type=5&version=2');
    await userEvent.clear(share('方案设计'));
    await userEvent.click(screen.getByRole('button', { name: /教育建筑/ }));
    const question = await screen.findByRole('dialog', { name: t('common.leaveTitle') });
    await userEvent.click(within(question).getByRole('button', { name: t('common.stay') }));
    expect(share('方案设计').value).toBe('');
    await discard();
    expect(share('方案设计').value).toBe('20.00');
  });

  test('[R-042] a version that does not count yet is deleted and brought back', async () => {
    await open('?type=5&version=2');
    await userEvent.click(screen.getByRole('button', { name: t('cost.delete') }));
    await waitFor(() => expect(sent[0]?.path).toContain('del'));
    await userEvent.click(await screen.findByRole('button', { name: t('common.undo') }));
    await waitFor(() => expect(sent[1]?.path).toContain('add'));
    expect([sent[1]?.form.get('project_type_id'), sent[1]?.form.get('stages[2][bp]')]).toEqual(['5', '4500']);
  });
});
