import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { costAdd, costDel, costEdit, costIndex, type CostVersion } from '@prdm/contract/config/cost';
import { getKeyIv } from '@prdm/contract/identity';
import type { Endpoint } from '@prdm/contract/kit';
import { workingDayIndex, workingDayReset, workingDaySet, workingDayWeek } from '@prdm/contract/config/working-days';
import { positionImports, positions } from '@prdm/contract/organisation/entities';
import { enterpriseSettingsEdit } from '@prdm/contract/organisation/settings';
import { doSetting } from '@prdm/contract/staff';
import { taskAttachments } from '@prdm/contract/tasks/attachments';
import { taskComments } from '@prdm/contract/tasks/comments';
import { digestOf } from '../../testing/matrix/digest.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { buildFile, theEnterprise } from '../../testing/worlds/builders.ts';
import { encryptTransfer } from '../../testing/worlds/calls.ts';
import { importFile, sheetOf } from '../../testing/worlds/sheets.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';
import { metadata, tusRequest } from '../../testing/worlds/uploads.ts';

let app: TestApp;
let world: TaskWorld;
let admin: { token: string };
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  admin = { token: await app.admin() };
});
afterAll(() => app.stop());

const proven = new Set<Endpoint>();
const versionOf = async (table: string, id: number): Promise<number> =>
  (await app.platform.db.pool.query(`select version from ${table} where id = $1`, [id])).rows[0].version;

/** Makes a call three times with one key: the same answer each time, and no effect after the first one. */
async function repeated(endpoint: Endpoint, input: object, by: { token: string }) {
  proven.add(endpoint);
  const key = randomUUID();
  const call = async () => {
    const { code, msg, data } = await app.call(endpoint, input, { token: by.token, key });
    return { code, msg, data };
  };
  const first = await call();
  expect({ path: endpoint.path, ...first }).toMatchObject({ path: endpoint.path, code: 0 });
  const state = await digestOf(app);
  for (const _turn of [2, 3])
    expect({ path: endpoint.path, ...(await call()) }).toEqual({ path: endpoint.path, ...first });
  expect({ path: endpoint.path, state: await digestOf(app) }).toEqual({ path: endpoint.path, state });
  return first.data;
}

it('a repeated comment, change and deletion of a comment has one effect', async () => {
  const { lead, designer } = world;
  const id = await world.published();
  const given = { id, text: '请看 [R01]', mention_ids: [designer.id] };
  const { id: comment_id } = await repeated(taskComments.add, given, lead);
  const version = await versionOf('comment', comment_id);
  await repeated(taskComments.edit, { id, comment_id, version, text: '改过', mention_ids: [] }, lead);
  await repeated(taskComments.del, { id, comment_id }, lead);
  const { data } = await app.call(taskComments.index, { id }, { token: lead.token });
  expect(data.list).toHaveLength(1);
  expect(data.list[0]).toMatchObject({ id: comment_id, deleted: true });
});

it('a repeated attachment, removal, restoration and opening has one effect', async () => {
  const { lead, designer } = world;
  const id = await world.published();
  const file = await buildFile(app, { projectId: world.projectId, by: world.manager.id, name: 'a.pdf', bytes: 'pdf' });
  const { ids } = await repeated(taskAttachments.attach, { id, files: [{ file_id: file.id }] }, lead);
  const [attachment_id] = ids as number[];
  await repeated(taskAttachments.open, { id, attachment_id }, lead);
  await repeated(taskAttachments.detach, { id, attachment_id }, lead);
  await repeated(taskAttachments.restore, { id, attachment_id }, lead);

  const bytes = randomBytes(1000);
  const begun = await tusRequest(app.address, 'POST', `${taskAttachments.uploadCreate.path}?id=${id}`, {
    token: designer.token,
    headers: { 'upload-length': '1000', 'upload-metadata': metadata({ filename: 'b.pdf' }) },
  });
  const path = begun.headers.get('location') ?? '';
  const headers = { 'upload-offset': '0' };
  await tusRequest(app.address, 'PATCH', path, { token: designer.token, headers, body: bytes });
  await repeated(taskAttachments.commit, { id, upload_id: /([0-9a-f]{32})/.exec(path)?.[1] }, designer);
  const { data } = await app.call(taskAttachments.index, { id }, { token: lead.token });
  expect(data.list.map(({ name }: { name: string }) => name)).toEqual(['a.pdf', 'b.pdf']);
});

it('a repeated version of cost ratios is added, changed and deleted once', async () => {
  const { id } = await repeated(costAdd, { valid_from: '2099-01-01' }, admin);
  const versions = async (): Promise<CostVersion[]> =>
    (await app.call(costIndex, {}, { token: admin.token })).data.list;
  const { can: _can, ...row } = (await versions()).find((one) => one.id === id) as CostVersion;
  const stages = row.stages.map(({ stage_id, bp }) => ({ stage_id, bp }));
  const professions = row.professions.map(({ profession_id, bp }) => ({ profession_id, bp }));
  const { version, roles, base_tax, advance_limit, contract_threshold } = row;
  const limits = { base_tax, advance_limit, contract_threshold };
  const changed = { id, version, valid_from: '2099-02-01', stages, professions, roles, fee_bp: 700, ...limits };
  await repeated(costEdit, changed, admin);
  const number = (await versions()).find((one) => one.id === id)?.version;
  await repeated(costDel, { id, version: number }, admin);
});

it('a repeated change of settings, also of encrypted ones, is made once', async () => {
  const enterprise_id = await theEnterprise(app);
  const version = await versionOf('enterprise', enterprise_id);
  await repeated(enterpriseSettingsEdit, { version, skip_repeated: true }, admin);
  const { data: transfer } = await app.call(getKeyIv, {}, { token: admin.token });
  const settings = { enterprise_id, password_length_min: 8, password_length_max: 20 };
  const payload = encryptTransfer(JSON.stringify(settings), transfer.key, transfer.iv);
  await repeated(doSetting, { payload, kid: transfer.kid }, admin);
});

it('a repeated change of the calendar and undo of an import is made once', async () => {
  const version = async (): Promise<number> =>
    (await app.call(workingDayIndex, { year: 2026 }, { token: admin.token })).data.version;
  const day = '2026-06-11';
  await repeated(workingDaySet, { days: [{ day, type: 'holiday', name: '春游' }], version: await version() }, admin);
  await repeated(workingDayReset, { days: [day], version: await version() }, admin);
  await repeated(workingDayWeek, { workdays: [1, 2, 3, 4], version: await version() }, admin);
  const bytes = await sheetOf([['名称'], ['重复岗']]);
  const { done } = await importFile(app, positionImports.run, admin.token, bytes);
  expect(await repeated(positionImports.undo, { id: done.import_id }, admin)).toMatchObject({ restored: 1 });
  const { data } = await app.call(positions.index, { word: '重复岗' }, { token: admin.token });
  expect(data.list).toEqual([]);
});

it('has every changing call of comments, attachments, costs, settings and the calendar', () => {
  const AREA =
    /^\/apis\/(task\/(comment|attach|detach)|config\/cost\/|enterprise\/settings|user\/dosetting|working_day\/)/;
  const calls = registry.filter(
    ({ path, method, transport }) => method === 'POST' && transport === 'form' && AREA.test(path),
  );
  const missing = calls.filter((call) => ![...proven].some(({ path }) => path === call.path)).map(({ path }) => path);
  // The undo of an import is the same code for positions.
  expect(missing).toEqual(['/apis/working_day/importUndo']);
});
