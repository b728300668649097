import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as files from '@prdm/contract/files';
import { buildFile, buildPerson, buildProject, PASSWORD } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let projectId: number;
let manager: { id: number; token: string };
beforeAll(async () => {
  app = await startApp({ works: false });
  const built = await buildPerson(app);
  manager = { id: built.id, token: await app.signIn(built.account, PASSWORD) };
  ({ id: projectId } = await buildProject(app, { managerId: built.id }));
}, 60_000);
afterAll(() => app.stop());
afterEach(() => vi.restoreAllMocks());

const rows = async (text: string) => (await app.platform.db.pool.query(text)).rowCount;

it('an entry that cannot be cleared is logged, does not block the others, and is cleared later', async () => {
  const ids: number[] = [];
  for (const n of [1, 2, 3]) {
    const { id } = await buildFile(app, { projectId, by: manager.id, name: `${n}.txt`, bytes: `bytes ${n}` });
    ids.push(id);
    expect((await app.call(files.del, { file_ids: [id] }, { token: manager.token })).code).toBe(0);
  }
  await app.platform.db.pool.query(`update trash set deleted_at = now() - interval '31 days'`);
  const logged = vi.spyOn(app.platform.log, 'error');
  const remove = app.platform.storage.delete.bind(app.platform.storage);
  let broken: string | undefined;
  vi.spyOn(app.platform.storage, 'delete').mockImplementation((sha256) => {
    broken ??= sha256; // the first is on a broken part of the disk
    return sha256 === broken ? Promise.reject(Object.assign(new Error('i/o'), { code: 'EIO' })) : remove(sha256);
  });
  await app.modules.files.sweepTrash();
  expect(logged.mock.calls.length).toBeGreaterThan(0);
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ err: { code: 'EIO' } });
  expect(await rows('select 1 from file')).toBe(0);
  expect(await rows('select 1 from blob')).toBe(1);
  vi.restoreAllMocks();
  await app.platform.db.pool.query(`update blob set created_at = now() - interval '2 hours'`);
  await app.modules.files.sweepTrash();
  expect(await rows('select 1 from trash')).toBe(0);
  expect(await rows('select 1 from blob')).toBe(0);
});
