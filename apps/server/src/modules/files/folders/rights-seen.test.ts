import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { buildFolder, buildPerson, buildProject, PASSWORD, rootFolder } from '../../../testing/worlds/builders.ts';
import { rightsShown, setRights } from '../../../testing/worlds/folder-rights.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let projectId: number;
let manager: { id: number; token: string };
let second: { id: number; token: string };
let guest: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  const person = async (name: string) => {
    const built = await buildPerson(app, { name });
    return { id: built.id, token: await app.signIn(built.account, PASSWORD) };
  };
  [manager, second] = [await person('manager'), await person('second')];
  guest = (await person('guest')).id;
  const project = await buildProject(app, {
    managerId: manager.id,
    members: [
      { id: second.id, roles: ['designer'] },
      { id: guest, roles: [] },
    ],
  });
  projectId = project.id;
  const all = ['view', 'download', 'create', 'edit', 'delete', 'authorize'];
  await setRights(app, await rootFolder(app, projectId), { user_id: second.id }, all, manager);
}, 60_000);
afterAll(async () => app.stop());

/** Saves the drawer: the new set, with the rights that the row showed before. */
const save = (folder_id: number, seen: readonly string[], rights: readonly string[], by: { token: string }) =>
  app.call(
    files.permissionSet,
    { folder_id, user_id: guest, rights: JSON.stringify(rights), seen: JSON.stringify(seen) },
    { token: by.token },
  );
const shown = (folder: number) => rightsShown(app, folder, { user_id: guest }, manager);
const linesOf = async (folder: number): Promise<number> =>
  (
    await app.platform.db.pool.query(
      `select 1 from action_log where event = 'files.permissionSet' and target_id = $1`,
      [folder],
    )
  ).rows.length;

describe('two users set rights in one folder', () => {
  it('the later one with stale rights gets 1009 and restores no removed right', async () => {
    const folder = await buildFolder(app, { projectId, by: manager.id, name: '同时' });
    expect((await save(folder, [], ['view', 'download', 'create'], manager)).code).toBe(0);
    const seen = await shown(folder);
    expect((await save(folder, seen, ['view', 'create'], second)).code).toBe(0);
    const lines = await linesOf(folder);
    expect(lines).toBe(2);
    expect((await save(folder, seen, [...seen, 'edit'], manager)).code).toBe(1009);
    expect(await shown(folder)).toEqual(['view', 'create']);
    expect(await linesOf(folder)).toBe(lines);
    expect((await save(folder, await shown(folder), ['view', 'create', 'edit'], manager)).code).toBe(0);
    expect(await shown(folder)).toEqual(['view', 'create', 'edit']);
  });

  it('only one of two parallel saves from the same list succeeds', async () => {
    const folder = await buildFolder(app, { projectId, by: manager.id, name: '齐发' });
    const answers = await Promise.all([
      save(folder, [], ['view', 'create'], manager),
      save(folder, [], ['view', 'edit'], second),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1009]);
    expect(await shown(folder)).toEqual(answers[0].code === 0 ? ['view', 'create'] : ['view', 'edit']);
  });

  it('a right that is removed above meanwhile does not return in the folder below', async () => {
    const parent = await buildFolder(app, { projectId, by: manager.id, name: '上' });
    const child = await buildFolder(app, { projectId, by: manager.id, parentId: parent, name: '下' });
    await save(parent, [], ['view', 'download'], manager);
    const seen = await shown(child);
    expect(seen).toEqual(['view', 'download']);
    await save(parent, ['view', 'download'], ['view'], second);
    expect((await save(child, seen, [...seen, 'edit'], manager)).code).toBe(1009);
    expect(await shown(child)).toEqual(['view']);
  });
});
