import { afterAll, beforeAll, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import {
  buildFile,
  buildFolder,
  buildPerson,
  buildProject,
  PASSWORD,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let manager: BuiltPerson;
let projectId: number;
let token: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  manager = await buildPerson(app);
  token = await app.signIn(manager.account, PASSWORD);
  projectId = (await buildProject(app, { managerId: manager.id })).id;
}, 60_000);
afterAll(() => app.stop());

const by = () => ({ projectId, by: manager.id });
const recent = async (given: { limit?: number } = {}, as = token): Promise<{ name: string; place?: string }[]> => {
  const { data } = await app.call(files.recent, { project_id: projectId, ...given }, { token: as });
  return data.list.map(({ name, crumbs }: { name: string; crumbs: { name: string }[] }) => ({
    name,
    place: crumbs.at(-1)?.name,
  }));
};
const setTime = (id: number, minute: number) =>
  app.platform.db.pool.query(`update file set updated_at = now() + $2 * interval '1 minute' where id = $1`, [
    id,
    minute,
  ]);

it('lists the last changed files of a project first, each with its folder; deleted files and other projects are left out', async () => {
  const folder = await buildFolder(app, { ...by(), name: '施工图' });
  const inside = async (name: string, minute: number) => {
    const file = await buildFile(app, { ...by(), folderId: folder, name });
    await setTime(file.id, minute);
    return file;
  };
  await inside('旧.dwg', 1);
  const gone = await inside('删.dwg', 4);
  await inside('新.dwg', 3);
  await inside('中.dwg', 2);
  const other = await buildProject(app, { managerId: manager.id });
  await buildFile(app, { projectId: other.id, by: manager.id, name: '别处.dwg' });
  await app.call(files.del, { project_id: projectId, file_ids: [gone.id] }, { token });
  expect(await recent()).toEqual([
    { name: '新.dwg', place: '施工图' },
    { name: '中.dwg', place: '施工图' },
    { name: '旧.dwg', place: '施工图' },
  ]);
  expect(await recent({ limit: 1 })).toEqual([{ name: '新.dwg', place: '施工图' }]);
});

it('leaves out files that the user may not view', async () => {
  const member = await buildPerson(app);
  const bare = await buildProject(app, { managerId: manager.id, members: [{ id: member.id, roles: [] }] });
  const [open, shut] = [
    await buildFolder(app, { projectId: bare.id, by: manager.id, name: '公开' }),
    await buildFolder(app, { projectId: bare.id, by: manager.id, name: '内部' }),
  ];
  await buildFile(app, { projectId: bare.id, by: manager.id, folderId: open, name: '可见.pdf' });
  await buildFile(app, { projectId: bare.id, by: manager.id, folderId: shut, name: '不可见.pdf' });
  await app.platform.db.pool.query(
    `insert into folder_grant (enterprise_id, project_id, folder_id, to_kind, to_id, rights)
     select enterprise_id, project_id, id, 'person', $2, 1 from folder where id = $1`,
    [open, member.id],
  );
  const theirs = await app.signIn(member.account, PASSWORD);
  const { data } = await app.call(files.recent, { project_id: bare.id }, { token: theirs });
  expect(data.list.map(({ name }: { name: string }) => name)).toEqual(['可见.pdf']);
});
