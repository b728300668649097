import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { translate, type TextKey } from '../lib/i18n.ts';
import { session, useSession } from '../lib/session/session.ts';
import { listOf, modelSample, projectInfo, projectMember, projectRow } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';
import { writeDraft } from '../ui/form/drafts.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [] } });
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const may = { edit: true, member: true, archive: true, unarchive: true, transfer: true };
const row = (id: number, name: string, status: 'ongoing' | 'archived') =>
  projectRow({ id, name, status, archived_at: status === 'archived' ? '2026-05-01 09:00:00' : null, can: may });
const opened = (name: string) => projectInfo({ id: 3, name, can: may });

test('[BU-027] ongoing and archived projects stand in lists of their own', async () => {
  const projects = [row(1, '滨江门诊楼', 'ongoing'), row(2, '老城中学', 'archived')];
  app.says('/apis/project/index', ({ url }) => {
    const state = new URLSearchParams(url.split('?')[1]).get('state') ?? 'ongoing';
    return { body: { code: 0, msg: '', data: listOf(projects.filter(({ status }) => status === state)) } };
  });
  app.open('/project/index');
  await screen.findByText('滨江门诊楼');
  expect(screen.queryByText('老城中学')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: translate('projects.status.archived') }));
  await screen.findByText('老城中学');
  await waitFor(() => expect(screen.queryByText('滨江门诊楼')).toBeNull());
});

test('[BU-004] what another member changed shows by itself', async () => {
  app.data('/apis/project/info', opened('滨江门诊楼'));
  app.open('/project/detail?id=3&tab=members');
  await screen.findByRole('heading', { name: '滨江门诊楼' });
  app.data('/apis/project/info', opened('滨江医院门诊综合楼'));
  app.push({ type: 'project', id: 3, project_id: 3 });
  await screen.findByRole('heading', { name: '滨江医院门诊综合楼' });
});

test('[BU-038] the members of a project are listed, a new one with them', async () => {
  const member = (user_id: number, name: string) => projectMember({ user_id, name, is_manager: user_id === 8 });
  app.data('/apis/project/info', opened('滨江门诊楼'));
  app.data('/apis/project/members', listOf([member(8, '陈经理')]));
  app.open('/project/detail?id=3&tab=members');
  await screen.findByText('a8');
  expect(screen.queryByText('李设计')).toBeNull();
  app.data('/apis/project/members', listOf([member(8, '陈经理'), member(9, '李设计')]));
  app.push({ type: 'project', id: 3, project_id: 3 });
  await screen.findByText('李设计');
});

test('[BU-035] models are listed with the state of their parsing', async () => {
  const model = (id: number, name: string, status: 'parsing' | 'parsed' | 'failed') =>
    modelSample({
      id,
      name,
      status,
      ...(status === 'failed' && { reason: 'truncated', can: { reparse: true, replace: true, picture: false } }),
    });
  const models = [model(1, '地下室.ifc', 'parsing'), model(2, '主楼.ifc', 'parsed'), model(3, '旧楼.ifc', 'failed')];
  app.data('/apis/model/index', listOf(models));
  app.open('/file/model/index?project_id=3');
  for (const { name, status } of models) {
    const card = (await screen.findByText(name)).closest('article');
    expect(card?.textContent, name).toContain(translate(`status.model.${status}`));
  }
});

const required = ['name', 'short_name', 'manager_id', 'type_id', 'stage_id'];
const measures = ['land_area_unit', 'height_unit', 'build_area_unit', 'bim_area_unit', 'build_area', 'bim_area'];
const COMPLETE = {
  name: '滨江医院门诊楼',
  short_name: '滨江门诊',
  manager_id: 8,
  type_id: 1,
  stage_id: 2,
  build_area: '32000.5',
  bim_area: '31000',
};

/** Submits the form of a new project. The values come from a stored draft, because typing them is slow. */
async function sendSheet(draft: Record<string, unknown>): Promise<void> {
  writeDraft('project.add', draft);
  app.open('/project/add');
  await userEvent.click(await screen.findByRole('button', { name: translate('projects.sheet.create') }));
}
const inputOf = (name: string): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>(`#${name}`);
  if (input === null) throw new Error(`no field ${name}`);
  return input;
};
const told = (name: string) => inputOf(name).closest('.ant-form-item')?.textContent ?? '';
const tell = (name: string, key: TextKey) => waitFor(() => expect(told(name), name).toContain(translate(key)));
const sent = () => app.wire.seen.filter(({ url }) => url.startsWith('/apis/project/add')).length;

test('[VA-001] [VA-002] every required field says so when it is empty, and nothing is sent', async () => {
  const before = sent();
  const units = measures.filter((name) => name.endsWith('_unit'));
  await sendSheet({ ...Object.fromEntries(units.map((name) => [name, null])), manager_id: null });
  for (const name of [...required, ...measures]) await tell(name, 'validation.required');
  expect(sent()).toBe(before);
});

test('days in the wrong order are refused together with all other wrong fields', async () => {
  const before = sent();
  await sendSheet({ ...COMPLETE, short_name: '', construction_start: '2026-06-01', construction_end: '2026-05-31' });
  await tell('short_name', 'validation.required');
  await tell('construction_end', 'validation.order');
  expect(sent()).toBe(before);
});

test('[VA-003] an area with a letter is refused where it stands', async () => {
  const before = sent();
  const areas = ['build_area', 'bim_area', 'land_area'];
  await sendSheet({ ...COMPLETE, ...Object.fromEntries(areas.map((name) => [name, '12a'])) });
  for (const name of areas) await tell(name, 'validation.number');
  expect(areas.map((name) => inputOf(name).value)).toEqual(['12a', '12a', '12a']);
  expect(sent()).toBe(before);
});

test('a creator who sees only own projects is the manager at first, and is asked before making a project that stays closed', async () => {
  const { me } = session();
  const creator = { ...ME, roles: { role: 'employee', access: [{ action: 'home-Project-add' }] } };
  useSession.setState({ me: creator });
  app.data('/apis/pub/info', creator);
  const person = (id: number, name: string) => ({
    id,
    name,
    thumb: '',
    pinyin: '',
    initials: '',
    department_id: null,
    position_name: '',
    profession_id: null,
  });
  app.data('/apis/user/tree', { departments: [], people: [person(5, '张三'), person(8, '陈经理')] });
  const before = sent();
  await sendSheet({ ...COMPLETE, name: '' });
  await screen.findByText(translate('projects.sheet.cannotOpen'));
  await tell('name', 'validation.required');
  await userEvent.type(inputOf('name'), '滨江医院门诊楼');
  // The busy icon may still be fading out. Its label is part of the accessible name, so only the end is compared.
  const words = new RegExp(`${translate('projects.sheet.create')}$`);
  const create = async () => userEvent.click(await screen.findByRole('button', { name: words }));
  await create();
  await userEvent.click(await screen.findByRole('button', { name: translate('projects.sheet.backToForm') }));
  expect(inputOf('name').value).toBe('滨江医院门诊楼');
  expect(sent()).toBe(before);
  app.data('/apis/project/add', { id: 7, item_number: '2026-001', version: 1, warnings: [] });
  await create();
  await userEvent.click(await screen.findByRole('button', { name: translate('projects.sheet.createAnyway') }));
  await waitFor(() => expect(location.pathname).toBe('/project/index'));
  expect(sent()).toBe(before + 1);

  app.open('/project/add');
  await waitFor(() => expect(told('manager_id')).toContain('张三'));
  expect(told('manager_id')).not.toContain(translate('projects.sheet.cannotOpen'));
  useSession.setState({ me });
});

test('[ER-027] a used-up quota shows above the form, and the typed values stay', async () => {
  const msg = '企业创建项目数已用完，请联系管理员';
  app.refuses('/apis/project/add', 1011, msg);
  await sendSheet(COMPLETE);
  expect((await screen.findByText(msg)).closest('[role="alert"]')).not.toBeNull();
  expect(inputOf('short_name').value).toBe('滨江门诊');
  expect(location.pathname).toBe('/project/add');
});
