import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { setRights } from '../../../testing/worlds/folder-rights.ts';
import {
  buildFile,
  buildFolder,
  buildPerson,
  buildProject,
  PASSWORD,
  rootFolder,
} from '../../../testing/worlds/builders.ts';
import { sliceDb, type ModuleDb } from '../../../platform/db.ts';
import type { DB } from '../../../platform/db-types.ts';
import { FileCleared, FileDeleted, FileRestored } from '../files.events.ts';

let app: TestApp;
let projectId: number;
let root: number;
let tables: ModuleDb<Pick<DB, 'trash' | 'folder' | 'file' | 'file_version' | 'blob'>>;
const people: Record<string, { id: number; token: string }> = {};
const as = (name: string) => ({ token: people[name]?.token ?? '' });
const by = (): number => people.manager?.id ?? 0;
const DAY = 24 * 3600 * 1000;

beforeAll(async () => {
  app = await startApp({ works: false });
  tables = sliceDb(app.platform.db, 'trash', 'folder', 'file', 'file_version', 'blob');
  for (const name of ['manager', 'coordinator', 'designer', 'partner']) {
    const built = await buildPerson(app, { name });
    people[name] = { id: built.id, token: await app.signIn(built.account, PASSWORD) };
  }
  const project = await buildProject(app, {
    managerId: by(),
    members: (['coordinator', 'designer', 'partner'] as const).map((role) => ({
      id: people[role]?.id ?? 0,
      roles: [role],
    })),
  });
  projectId = project.id;
  root = await rootFolder(app, projectId);
}, 60_000);
afterAll(async () => app.stop());

const del = async (input: { folder_ids?: number[]; file_ids?: number[] }, who = 'manager') => {
  const answer = await app.call(files.del, input, as(who));
  return { code: answer.code, id: (answer.data?.trash_ids?.[0] ?? 0) as number };
};
const restore = (trash_id: number, more: object = {}, who = 'manager') =>
  app.call(files.restore, { trash_id, ...more }, as(who));
const bin = async (who = 'manager') =>
  (await app.call(files.recycle, { project_id: projectId, size: 200 }, as(who))).data.list as {
    id: number;
    name: string;
    place_gone: boolean;
  }[];
const names = async (pid: number): Promise<string[]> =>
  (await app.call(files.index, { project_id: projectId, pid, size: 200 }, as('manager'))).data.list.map(
    (entry: { name: string }) => entry.name,
  );
/** Shifts the deletion time of the entry back; the database's clock decides. */
const age = (id: number, milliseconds: number) =>
  tables.read
    .updateTable('trash')
    .set({ deleted_at: new Date(Date.now() - milliseconds) })
    .where('id', '=', id)
    .execute();
const versionsOf = (fileId: number) =>
  tables.read.selectFrom('file_version').select('sha256').where('file_id', '=', fileId).execute();
const childId = async (pid: number, name: string): Promise<number> =>
  (await app.call(files.index, { project_id: projectId, pid, size: 200 }, as('manager'))).data.list.find(
    (entry: { name: string }) => entry.name === name,
  )?.id;

describe('the recycle bin', () => {
  it('[ST-014] [BU-033] contains the deleted records and no others, with deletion time and days left', async () => {
    const file = await buildFile(app, { projectId, by: by(), name: '作废.dwg', bytes: '12345' });
    const signed = (await app.call(files.download, { file_id: file.id }, as('manager'))).data.url;
    const { id } = await del({ file_ids: [file.id] });
    expect(await names(root)).not.toContain('作废.dwg');
    expect((await app.call(files.search, { project_id: projectId, word: '作废' }, as('manager'))).data.list).toEqual(
      [],
    );
    expect((await app.call(files.info, { file_id: file.id }, as('manager'))).code).toBe(1006);
    const gone = await fetch(`${app.address}${signed}`);
    expect([gone.status, JSON.parse(await gone.text()).code]).toEqual([404, 1006]);
    const entry = (await app.call(files.recycle, { project_id: projectId, word: '作废' }, as('manager'))).data.list[0];
    expect(entry).toMatchObject({
      id,
      kind: 'file',
      type: 'unknown',
      size: 5,
      place: [],
      deleter: 'manager',
      days_left: 30,
    });
    await age(id, 10 * DAY + 5000);
    const aged = (await app.call(files.recycle, { project_id: projectId, word: '作废' }, as('manager'))).data.list[0];
    expect(aged.days_left).toBe(20);
    const shift = Date.parse(entry.deleted_at) - Date.parse(aged.deleted_at);
    expect(Math.abs(shift - 10 * DAY)).toBeLessThan(60_000);
  });

  it('requires delete: a viewer cannot list, restore or clear', async () => {
    const file = await buildFile(app, { projectId, by: by(), name: '他人.dwg' });
    const { id } = await del({ file_ids: [file.id] }, 'coordinator');
    for (const who of ['partner', 'designer']) {
      expect((await bin(who)).map((entry) => entry.id)).not.toContain(id);
      expect((await restore(id, {}, who)).code).toBe(444);
      const cleared = await app.call(files.clear, { project_id: projectId, trash_ids: [id] }, as(who));
      expect(cleared.code).toBe(1006);
    }
    expect((await restore(id, {}, 'coordinator')).code).toBe(0);
    const info = (await app.call(files.info, { file_id: file.id }, as('manager'))).data;
    expect(info).toMatchObject({ owner: 'manager', can: { delete: true } });
  });

  it('[ST-015] allows a restoration for exactly 30 days by the clock of the database, and then clears the entry', async () => {
    const file = await buildFile(app, { projectId, by: by(), name: '期限.dwg', bytes: '期限的内容' });
    const first = await del({ file_ids: [file.id] });
    await age(first.id, 29 * DAY);
    expect((await restore(first.id)).code).toBe(0);
    const second = await del({ file_ids: [file.id] });
    await age(second.id, 30 * DAY - 5000);
    await app.modules.files.sweepTrash();
    expect((await restore(second.id)).code).toBe(0);
    const third = await del({ file_ids: [file.id] });
    await age(third.id, 30 * DAY + 1000);
    expect((await bin()).map((entry) => entry.id)).not.toContain(third.id);
    expect((await restore(third.id)).code).toBe(1008);
    const { sha256 } = await tables.read
      .selectFrom('file_version')
      .select('sha256')
      .where('file_id', '=', file.id)
      .executeTakeFirstOrThrow();
    await age(third.id, 31 * DAY);
    await app.modules.files.sweepTrash();
    expect((await restore(third.id)).code).toBe(444);
    expect((await restore(third.id, { project_id: projectId })).code).toBe(1006);
    expect(await tables.read.selectFrom('file').select('id').where('id', '=', file.id).execute()).toEqual([]);
    expect(await app.platform.storage.size(sha256)).toBeNull();
  });
});

describe('a deleted folder', () => {
  it('is one entry with its content and is restored whole; earlier deletions keep their own entry', async () => {
    const events: string[] = [];
    for (const event of [FileDeleted, FileRestored, FileCleared])
      app.platform.bus.on(
        event,
        'in-transaction',
        async (_trx, { data }) => void events.push(`${event.name} ${data.fileIds.length}`),
      );
    const a = await buildFolder(app, { projectId, by: by(), name: '整体' });
    const b = await buildFolder(app, { projectId, by: by(), parentId: a, name: '下层' });
    const early = await buildFile(app, { projectId, by: by(), folderId: b, name: '先删.dwg', bytes: '1' });
    await buildFile(app, { projectId, by: by(), folderId: b, name: '后删.dwg', bytes: '22' });
    const first = await del({ file_ids: [early.id] });
    const whole = await del({ folder_ids: [a] });
    expect(await names(root)).not.toContain('整体');
    expect((await bin()).filter((entry) => [first.id, whole.id].includes(entry.id))).toHaveLength(2);
    expect((await restore(whole.id)).code).toBe(0);
    expect(await names(b)).toEqual(['后删.dwg']);
    expect((await restore(first.id)).data).toMatchObject({ folder_id: b, name: '先删.dwg' });
    expect((await app.call(files.info, { folder_id: a }, as('manager'))).data).toMatchObject({
      file_total: 2,
      size: 3,
    });
    expect(events).toEqual(['files.deleted 1', 'files.deleted 1', 'files.restored 1', 'files.restored 1']);
  });

  it('is created again for its restored content, and a taken name gets a number', async () => {
    const a = await buildFolder(app, { projectId, by: by(), name: '将清' });
    const b = await buildFolder(app, { projectId, by: by(), parentId: a, name: '深' });
    const file = await buildFile(app, { projectId, by: by(), folderId: b, name: '孤儿.dwg', bytes: 'x' });
    const orphan = await del({ file_ids: [file.id] });
    const folder = await del({ folder_ids: [b] });
    const outer = await del({ folder_ids: [a] });
    const clear = (ids: number[]) => app.call(files.clear, { project_id: projectId, trash_ids: ids }, as('manager'));
    expect((await clear([outer.id])).data.cleared).toBe(1);
    expect((await restore(folder.id)).code).toBe(0);
    const newA = await childId(root, '将清');
    expect(newA).not.toBe(a);
    expect(await names(newA)).toEqual(['深']);
    expect((await restore(orphan.id)).code).toBe(0);
    expect(await names(b)).toEqual(['孤儿.dwg']);
    const again = await del({ file_ids: [file.id] });
    await buildFile(app, { projectId, by: by(), folderId: b, name: '孤儿.dwg' });
    expect((await restore(again.id)).data.name).toBe('孤儿 (1).dwg');
    const whole = await del({ folder_ids: [b] });
    await buildFolder(app, { projectId, by: by(), parentId: newA, name: '深' });
    expect((await restore(whole.id)).data.name).toBe('深 (1)');
    const elsewhere = await del({ folder_ids: [b] });
    const place = await buildFolder(app, { projectId, by: by(), name: '别处' });
    expect((await restore(elsewhere.id, { pid: place })).data).toMatchObject({ folder_id: place, name: '深 (1)' });
    expect(await names(b)).toEqual(['孤儿 (1).dwg', '孤儿.dwg']);
  });

  it('is reported as gone for its entries, which can go to any live folder of the project', async () => {
    const a = await buildFolder(app, { projectId, by: by(), name: '将散' });
    const files3 = [];
    for (const name of ['甲.dwg', '乙.dwg', '丙.dwg'])
      files3.push(await del({ file_ids: [(await buildFile(app, { projectId, by: by(), folderId: a, name })).id] }));
    const ids = files3.map(({ id }) => id);
    const gone = async () => (await bin()).filter(({ id }) => ids.includes(id)).map(({ place_gone }) => place_gone);
    expect(await gone()).toEqual([false, false, false]);
    const whole = await del({ folder_ids: [a] });
    expect(await gone()).toEqual([true, true, true]);
    const place = await buildFolder(app, { projectId, by: by(), name: '收留' });
    const [first = 0, second = 0, third = 0] = ids;
    expect((await restore(first, { pid: place })).data).toEqual({ folder_id: place, name: '甲.dwg' });
    expect((await app.call(files.info, { folder_id: place }, as('manager'))).data.file_total).toBe(1);
    // that folder is itself in the recycle bin
    expect((await restore(second, { pid: a, project_id: projectId })).code).toBe(1006);
    const other = await buildProject(app, { managerId: by() });
    const foreign = await rootFolder(app, other.id);
    expect((await restore(second, { pid: foreign, project_id: projectId })).code).toBe(1006);
    expect((await restore(whole.id)).code).toBe(0);
    expect(await gone()).toEqual([false, false]);
    expect((await restore(third)).data).toEqual({ folder_id: a, name: '丙.dwg' });
  });

  it('needs delete on the entry and create on the target, both at the time of the call', async () => {
    const folder = await buildFolder(app, { projectId, by: by(), name: '权' });
    const file = await buildFile(app, { projectId, by: by(), folderId: folder, name: '权.dwg' });
    const set = (folder_id: number, rights: string[]) =>
      setRights(app, folder_id, { user_id: people.partner?.id ?? 0 }, rights, as('manager'));
    await set(folder, ['view', 'delete']);
    const { id } = await del({ file_ids: [file.id] }, 'partner');
    expect((await restore(id, {}, 'partner')).code).toBe(1005);
    expect((await restore(id, { pid: root }, 'partner')).code).toBe(1005);
    await set(folder, ['view', 'delete', 'create']);
    expect((await restore(id, {}, 'partner')).code).toBe(0);
  });
});

describe('bytes', () => {
  it('stay while any version or copy refers to them, and are deleted with the last', async () => {
    const bytes = `共享内容${Math.random()}`;
    const one = await buildFile(app, { projectId, by: by(), name: '共享1.dwg', bytes });
    const two = await buildFile(app, { projectId, by: by(), name: '共享2.dwg', bytes });
    const { sha256 } = await tables.read
      .selectFrom('file_version')
      .select('sha256')
      .where('file_id', '=', one.id)
      .executeTakeFirstOrThrow();
    const gone = async (id: number) => {
      const entry = await del({ file_ids: [id] });
      await app.call(files.clear, { project_id: projectId, trash_ids: [entry.id] }, as('manager'));
    };
    await gone(one.id);
    expect(await app.platform.storage.size(sha256)).toBe(Buffer.byteLength(bytes));
    await gone(two.id);
    expect(await app.platform.storage.size(sha256)).toBeNull();
    expect(await tables.read.selectFrom('blob').select('sha256').where('sha256', '=', sha256).execute()).toEqual([]);
    await buildFile(app, { projectId, by: by(), name: '共享3.dwg', bytes });
    expect(await app.platform.storage.size(sha256)).toBe(Buffer.byteLength(bytes));
  });

  it('and rows are complete or gone after 50 races of restoring, clearing and deleting', async () => {
    for (let round = 0; round < 50; round += 1) {
      const folder = await buildFolder(app, { projectId, by: by(), name: `赛${round}` });
      const file = await buildFile(app, { projectId, by: by(), folderId: folder, name: 'x.dwg', bytes: `赛 ${round}` });
      const { id } = await del({ folder_ids: [folder] });
      await age(id, 30 * DAY - (round % 3) * 1000 + 1000);
      await Promise.all([
        restore(id),
        app.modules.files.sweepTrash(),
        app.call(files.clear, { project_id: projectId, trash_ids: [id] }, as('manager')),
        del({ folder_ids: [folder] }),
      ]);
      const rows = await tables.read.selectFrom('folder').select(['id', 'trash_id']).where('id', '=', folder).execute();
      const held = await tables.read.selectFrom('file').select('id').where('id', '=', file.id).execute();
      const versions = await tables.read
        .selectFrom('file_version')
        .select('sha256')
        .where('file_id', '=', file.id)
        .execute();
      expect([rows.length, held.length, versions.length]).toEqual(rows.length === 1 ? [1, 1, 1] : [0, 0, 0]);
      for (const version of versions) expect(await app.platform.storage.size(version.sha256)).not.toBeNull();
    }
  });

  it('without an owner are found by the timer', async () => {
    const file = await buildFile(app, { projectId, by: by(), name: '断.dwg', bytes: `断${Math.random()}` });
    const { sha256 } = (await versionsOf(file.id))[0] ?? { sha256: '' };
    // The state after a crash between removing the rows and freeing the bytes.
    const { id } = await del({ file_ids: [file.id] });
    await tables.read.updateTable('trash').set({ cleared_at: new Date() }).where('id', '=', id).execute();
    await app.modules.files.sweepTrash();
    expect(await versionsOf(file.id)).toEqual([]);
    expect(await app.platform.storage.size(sha256)).toBeNull();
    await tables.read
      .insertInto('blob')
      .values({ enterprise_id: 1, sha256, size: 1, created_at: new Date(0) })
      .execute();
    await app.modules.files.sweepTrash();
    expect(await tables.read.selectFrom('blob').select('sha256').where('sha256', '=', sha256).execute()).toEqual([]);
  });

  it('of a whole bin are deleted at once when it is emptied', async () => {
    for (let n = 0; n < 3; n += 1) {
      const file = await buildFile(app, { projectId, by: by() });
      await del({ file_ids: [file.id] });
    }
    expect(
      (await app.call(files.clear, { project_id: projectId }, as('coordinator'))).data.cleared,
    ).toBeGreaterThanOrEqual(3);
    expect(await bin()).toEqual([]);
  });
});
