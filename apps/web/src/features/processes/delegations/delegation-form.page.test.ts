import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DelegationRow } from '@prdm/contract/processes/delegations';
import { translate } from '../../../lib/i18n.ts';
import { delegationSample, profileSample } from '../../../testing/own-samples.ts';
import { choose, dialog, fill, noDialog, ok, posted, refusal } from '../../../testing/page-acts.ts';
import { ME, startWholeApp, type WholeApp } from '../../../testing/whole-app.ts';

/* The form of a delegation on /profile: adding one with dates, refused input, change and end. */
let app: WholeApp;
let given: DelegationRow[] = [];
beforeAll(async () => {
  app = await startWholeApp();
}, 60_000);
beforeEach(() => {
  app.wire.seen.length = 0;
  given = [];
  app.data('/apis/pub/profile', profileSample());
  app.data('/apis/user/tree', { departments: [], people: [person(ME.id, ME.username), person(9, '钱工')] });
  app.says('/apis/delegation/index', () => ok({ given, received: [] }));
  app.open('/profile');
});
afterEach(() => app.leave());
afterAll(() => app.stop());

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
const sent = (call: string) => posted(app, `/apis/delegation/${call}`).map((form) => Object.fromEntries(form));
const section = async () => within(await screen.findByRole('region', { name: translate('delegations.profile.title') }));
type Form = Awaited<ReturnType<typeof dialog>>;
async function openForm(): Promise<Form> {
  await userEvent.click((await section()).getByRole('button', { name: '新建委托' }));
  return dialog('新建委托');
}
/** Puts a moment over what the field shows, as a user pastes it. */
async function put(form: Form, label: string, moment: string): Promise<void> {
  await userEvent.tripleClick(form.getByLabelText(label));
  await userEvent.paste(moment);
  await userEvent.tab();
}
// After a refusal the button keeps its spinner in its name, because no animation ends here.
const save = (form: Form) => userEvent.click(form.getByRole('button', { name: /保存$/ }));
const itemOf = (form: Form, label: string) => form.getByLabelText(label).closest<HTMLElement>('.ant-form-item');

test('a delegation is added with a deputy and dates, and stands in the list; it is ended by its button', async () => {
  const row = delegationSample({ state: 'planned', from_at: '2026-12-01 09:00:00', to_at: '2026-12-05 18:00:00' });
  app.says('/apis/delegation/add', () => {
    given = [row];
    return ok({ id: row.id, version: 1 });
  });
  app.says('/apis/delegation/end', () => {
    given = [{ ...row, state: 'past', can: { edit: false, end: false, refuse: false } }];
    return ok(null);
  });
  const list = await section();
  await list.findByText('没有委托');
  const form = await openForm();
  await choose(form.getByLabelText('受托人'), '钱工');
  await put(form, '开始', '2026-12-01 09:00');
  await put(form, '结束', '2026-12-05 18:00');
  fill(form.getByLabelText('说明'), '出差');
  await save(form);
  await noDialog('新建委托');
  expect(sent('add')).toEqual([
    { to_id: '9', from_at: '2026-12-01 09:00:00', to_at: '2026-12-05 18:00:00', note: '出差' },
  ]);
  await screen.findByText('委托已保存');
  expect(await list.findByText('2026-12-01 09:00:00 至 2026-12-05 18:00:00')).toBeTruthy();
  expect(list.getByText('未开始')).toBeTruthy();

  await userEvent.click(list.getByRole('button', { name: '结束委托' }));
  await screen.findByText('委托已结束');
  expect(sent('end')).toEqual([{ id: String(row.id), version: '1' }]);
  await list.findByText('已结束');
  expect(list.queryByRole('button', { name: '结束委托' })).toBeNull();
});

test('missing values are named at their fields before any call', async () => {
  const form = await openForm();
  await save(form);
  await waitFor(() => expect(itemOf(form, '结束')?.textContent).toContain('此项必填'));
  expect(itemOf(form, '受托人')?.textContent).toContain('此项必填');
  expect(itemOf(form, '开始')?.textContent).not.toContain('此项必填');
  expect(sent('add')).toEqual([]);
});

test('the picker does not offer oneself', async () => {
  const form = await openForm();
  await userEvent.click(form.getByLabelText('受托人'));
  await screen.findByText('钱工', { selector: '.ant-select-item-option-content *, .ant-select-item-option-content' });
  expect(screen.queryByText(ME.username, { selector: '.ant-select-item-option-content *' })).toBeNull();
  await userEvent.click(form.getByRole('button', { name: /取\s*消/ }));
  await noDialog('新建委托');
});

test.each([
  ['a partner', 'to_id', '受托人', '不能委托给外部协作人员'],
  ['an end before the begin', 'to_at', '结束', '结束时间必须晚于开始时间'],
  ['a begin in the past', 'from_at', '开始', '开始时间不能早于现在'],
] as const)('%s is refused at its field, and the form keeps its values', async (_case, field, label, message) => {
  app.says('/apis/delegation/add', () => refusal(1001, message, { field }));
  const form = await openForm();
  await choose(form.getByLabelText('受托人'), '钱工');
  await put(form, '开始', '2026-12-05 09:00');
  await put(form, '结束', '2026-12-01 18:00');
  fill(form.getByLabelText('说明'), '出差');
  await save(form);
  const told = await form.findByText(message);
  expect(itemOf(form, label)?.contains(told)).toBe(true);
  const value = (name: string) => form.getByLabelText<HTMLInputElement>(name).value;
  expect([value('开始'), value('结束'), value('说明')]).toEqual(['2026-12-05 09:00', '2026-12-01 18:00', '出差']);
  // The corrected form is sent once more.
  app.says('/apis/delegation/add', () => ok({ id: 4, version: 1 }));
  await save(form);
  await noDialog('新建委托');
  const kept = { to_id: '9', note: '出差' };
  expect(sent('add')).toMatchObject([kept, { ...kept, to_at: '2026-12-01 18:00:00' }]);
});

test('the form of a running delegation changes its end and its note, and a clash is told above the form', async () => {
  given = [delegationSample()];
  app.says('/apis/delegation/edit', () => refusal(1020, '该时间段内您已有一项委托', { field: 'from_at' }));
  await userEvent.click(await (await section()).findByRole('button', { name: '编辑' }));
  const form = await dialog('修改委托');
  expect(form.queryByLabelText('受托人')).toBeNull();
  expect(form.queryByLabelText('开始')).toBeNull();
  await put(form, '结束', '2026-12-05 18:00');
  await save(form);
  // A begun delegation has no field for its begin.
  await form.findByText('该时间段内您已有一项委托');
  expect(form.getByLabelText<HTMLInputElement>('结束').value).toBe('2026-12-05 18:00');
  app.says('/apis/delegation/edit', () => ok({ id: 1, version: 2 }));
  await save(form);
  await noDialog('修改委托');
  expect(sent('edit').at(-1)).toEqual({ id: '1', version: '1', to_at: '2026-12-05 18:00:00', note: '出差' });
});
