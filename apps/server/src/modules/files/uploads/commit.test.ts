import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as files from '@prdm/contract/files';
import { buildFolder, buildPerson, buildProject, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';
import { setRights } from '../../../testing/worlds/folder-rights.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { begin, tusRequest } from '../../../testing/worlds/uploads.ts';
import { systemActor } from '../../../platform/actor.ts';

let app: TestApp;
let projectId: number;
let folder: number;
let manager: { id: number; token: string };
let sender: { id: number; token: string };
let stranger: { id: number; token: string };

beforeAll(async () => {
  app = await startApp({ works: false });
  const person = async () => {
    const { id, account } = await buildPerson(app);
    return { id, token: await app.signIn(account, PASSWORD) };
  };
  [manager, sender, stranger] = [await person(), await person(), await person()];
  const members = [
    { id: sender.id, roles: [] },
    { id: (await person()).id, roles: ['designer' as const] }, // rights can be set only after a project role is assigned
  ];
  projectId = (await buildProject(app, { managerId: manager.id, members })).id;
  folder = await buildFolder(app, { projectId, by: manager.id });
}, 60_000);
afterAll(() => app.stop());

const keyIn = (path: string): string => /([0-9a-f]{32})/.exec(path)?.[1] ?? '';
const give = (...rights: string[]) => setRights(app, folder, { user_id: sender.id }, rights, { token: manager.token });
const commit = (uploadId: string, token = sender.token) => app.call(files.uploadCommit, { uploadId }, { token });

/** An upload whose bytes have all arrived and whose finish was interrupted. */
async function arrived(name: string): Promise<string> {
  expect((await give('view', 'create')).code).toBe(0);
  const { path } = await begin(app.address, sender.token, folder, 4, { filename: name });
  const broken = vi.spyOn(app.platform.storage, 'adopt').mockRejectedValueOnce(new Error('killed here'));
  const body = Buffer.from('data');
  await tusRequest(app.address, 'PATCH', path, { token: sender.token, headers: { 'upload-offset': '0' }, body });
  broken.mockRestore();
  return keyIn(path);
}
async function namesIn(): Promise<string[]> {
  const input = { project_id: projectId, pid: folder, size: 200 };
  const { data } = await app.call(files.index, input, { token: manager.token });
  return data.list.map(({ name }: { name: string }) => name);
}

describe('commit of an upload', () => {
  it('of another user answers exactly like that of an upload that does not exist', async () => {
    const key = await arrived('别人.txt');
    for (const { token } of [manager, stranger, { token: await app.admin() }]) {
      const missing = await commit('0'.repeat(32), token);
      expect(missing).toMatchObject({ code: 1006, data: { field: 'uploadId' } });
      const theirs = await commit(key, token);
      expect({ ...theirs, headers: null }).toEqual({ ...missing, headers: null });
    }
    expect(await namesIn()).not.toContain('别人.txt');
    expect(await commit(key)).toMatchObject({ code: 0, data: { name: '别人.txt' } });
    expect(await commit(key)).toMatchObject({ code: 0, data: { name: '别人.txt' } });
  });

  it('checks the right to create again: without it nothing is stored, and the timer deletes the bytes', async () => {
    const key = await arrived('收回.txt');
    await give('view');
    expect(await commit(key)).toMatchObject({ code: 1005, data: { field: 'uploadId' } });
    await app.platform.db.pool.query(`update upload set touched_at = now() - interval '2 minutes' where key = $1`, [
      key,
    ]);
    await app.modules.files.sweepUploads();
    expect(existsSync(app.modules.files.uploads.files.path(key))).toBe(false);
    await give('view', 'create');
    expect(await commit(key)).toMatchObject({ code: 1016 });
    expect(await namesIn()).not.toContain('收回.txt');
  });

  it('of a stored upload needs the right too, because its answer describes a file', async () => {
    const key = await arrived('已存.txt');
    expect((await commit(key)).code).toBe(0);
    await give('view');
    expect((await commit(key)).code).toBe(1005);
    await give();
    expect((await commit(key)).code).toBe(1006); // the folder itself is not visible
  });

  it('in an archived project is 443; after the user leaves the project it is 1006', async () => {
    const key = await arrived('归档.txt');
    const setStatus = (status: string) =>
      app.platform.db.pool.query('update project set status = $1 where id = $2', [status, projectId]);
    await setStatus('archived');
    expect((await commit(key)).code).toBe(443);
    await setStatus('ongoing');
    const actor = { ...systemActor(await theEnterprise(app)), userId: manager.id };
    await app.platform.db.transaction((trx) => app.modules.projects.removeMember(trx, actor, projectId, sender.id));
    expect((await commit(key)).code).toBe(1006);
    expect(await namesIn()).not.toContain('归档.txt');
  });
});
