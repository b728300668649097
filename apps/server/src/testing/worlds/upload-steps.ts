import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { buildPerson, buildProject, principalFor, rootFolder, theEnterprise } from './builders.ts';
import { armFaults, withFault, type Fault } from '../nth-fault.ts';
import { sliceDb, type ModuleDb } from '../../platform/db.ts';
import { systemActor } from '../../platform/actor.ts';
import type { DB } from '../../platform/db-types.ts';
import type { FolderSubject } from '../../modules/files/subjects.ts';
import type { UploadCall } from '../../modules/files/uploads/upload.service.ts';

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface Bench {
  readonly app: TestApp;
  readonly call: UploadCall;
  readonly tables: ModuleDb<Pick<DB, 'file_version' | 'file' | 'upload'>>;
}

/** A program with one project, whose statements and file operations are counted. */
export async function stepBench(): Promise<Bench & { stop(): Promise<void> }> {
  const app = await startApp({ works: false });
  const enterpriseId = await theEnterprise(app);
  const manager = await buildPerson(app);
  const project = await buildProject(app, { managerId: manager.id });
  const principal = await principalFor(app, manager.id);
  const [folder] = await app.modules.files.kinds.folder.load(principal, [await rootFolder(app, project.id)]);
  const call: UploadCall = {
    actor: { ...systemActor(enterpriseId), userId: manager.id },
    principal,
    lang: 'zh',
    folder: folder?.row as FolderSubject,
  };
  const disarm = armFaults();
  return {
    app,
    call,
    tables: sliceDb(app.platform.db, 'file_version', 'file', 'upload'),
    async stop() {
      disarm();
      await app.stop();
    },
  };
}

/** An upload whose bytes are complete, without a commit. */
async function arrived({ app, call }: Bench, bytes: Buffer, name: string): Promise<string> {
  const id = randomBytes(16).toString('hex');
  const { rules, files } = app.modules.files.uploads;
  await rules.begin(call, { id, size: bytes.length, metadata: { filename: name, relativePath: `新/夹/${name}` } });
  await files.create(id);
  await writeFile(files.path(id), bytes);
  return id;
}

/** Ends the eight-second lease, after which another process may continue the work of a dead one. */
const leaseOver = ({ tables }: Bench, id: string) =>
  tables.read
    .updateTable('upload')
    .set({ lock_until: new Date(Date.now() - 1000) })
    .where('key', '=', id)
    .execute();

/** No row without bytes: every version's content is in the store and matches its row. */
async function expectBytes({ app, tables }: Bench, last: number): Promise<void> {
  const rows = tables.read.selectFrom('file_version').select('sha256').orderBy('id', 'desc').limit(last);
  for (const { sha256 } of await rows.execute()) {
    const path = app.platform.storage.localPath(sha256);
    expect([sha256, existsSync(path)]).toEqual([sha256, true]);
    expect(sha(readFileSync(path))).toBe(sha256);
  }
}

/**
 * Commits uploads with a fault one step further each time, until a commit has no such step. After each fault every row
 * has its bytes, and the next try gives one file with one version. Returns the number of steps.
 */
export async function failEveryStep(bench: Bench, when: Fault['when']): Promise<number> {
  const { app, call, tables } = bench;
  for (let nth = 1; ; nth += 1) {
    const bytes = randomBytes(2000);
    const name = `${when}-${nth}.dwg`;
    const id = await arrived(bench, bytes, name);
    const first = await withFault({ nth, when }, () => app.modules.files.calls.commit(call, id));
    await expectBytes(bench, 2);
    await leaseOver(bench, id);
    const again = await app.modules.files.calls.commit(call, id);
    expect(again).toMatchObject({ version_no: 1, name });
    if (first.result) expect(first.result).toEqual(again);
    const rows = await tables.read
      .selectFrom('file_version')
      .select(['file_id', 'sha256'])
      .where('name', '=', name)
      .execute();
    expect(rows).toEqual([{ file_id: again.file_id, sha256: sha(bytes) }]);
    expect(existsSync(app.modules.files.uploads.files.path(id))).toBe(false);
    if (first.hit) continue;
    await expectBytes(bench, 1000);
    return nth - 1;
  }
}
