import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { prepareDataFolder, SYSTEM_FOLDER } from './data-folder.ts';
import { isRoot } from './database-user.ts';
import { startEmbedded } from './index.ts';
import { may } from './processes.ts';
import { livingServer } from './server-process.ts';
import { Folders, launch } from './testing/launcher.ts';

// A few seconds when the machine is idle. A new database syncs a thousand files, which is slow on a busy disk.
vi.setConfig({ testTimeout: 60_000 });

const quiet = (): void => undefined;
const nobody = { uid: 65_534, gid: 65_534 };
/** Another account can run this program only when it can read the project. */
const openProject =
  isRoot() && may({ ...nobody, name: 'nobody' }, '-r', join(import.meta.dirname, 'testing/run-launcher.ts'));

describe.runIf(openProject)('an ordinary user', () => {
  test('starts the server in a private folder of its own, and root continues with it as that user', async () => {
    await using folders = new Folders();
    const dataDir = folders.make();
    chownSync(dataDir, nobody.uid, nobody.gid);
    const ordinary = launch({ dataDir }, nobody);
    const up = await ordinary.wait('up');
    expect(up).toMatchObject({ startedHere: true, dir: join(dataDir, 'pg') });
    expect(statSync(`/proc/${up.pid}`).uid).toBe(nobody.uid);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    await ordinary.stop();

    const asRoot = await startEmbedded({ dataDir, log: () => undefined });
    expect(statSync(`/proc/${asRoot.pid}`).uid).toBe(nobody.uid);
    await asRoot.stop();
  });

  test('gets an error with the remedy for a folder that belongs to another user', async () => {
    await using folders = new Folders();
    const dataDir = folders.make();
    chmodSync(dataDir, 0o755);
    mkdirSync(join(dataDir, 'pg'), { mode: 0o700 });
    const { text } = await launch({ dataDir }, nobody).wait('failed');
    expect(text).toContain('belongs to user root, but this program runs as nobody');
    expect(text).toContain(`sudo chown -R nobody ${dataDir}`);
  });
});

describe.runIf(isRoot())('root', () => {
  test('stores the database elsewhere below a closed folder, reports the place, and finds it there again', async () => {
    await using folders = new Folders();
    const closed = folders.make();
    const dataDir = join(closed, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const aside = folders.adopt(join(SYSTEM_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 12)));
    const lines: string[] = [];
    const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
    expect(server.dir).toBe(join(aside, 'pg'));
    expect(lines).toEqual([expect.stringContaining(`is kept in ${aside}/pg`)]);
    for (const path of [closed, dataDir]) expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(existsSync(join(dataDir, 'pg'))).toBe(false);
    await server.stop();

    // A later change of the folder's permissions must not start a second, empty database.
    chmodSync(closed, 0o711);
    expect(prepareDataFolder(dataDir, quiet).dir).toBe(server.dir);
    expect(livingServer(join(server.dir, 'data'))).toBeNull();
  });

  test('opens only folders that it created or was given, not their parents', async () => {
    await using folders = new Folders();
    const above = folders.make();
    chmodSync(above, 0o711);
    const deep = join(above, 'one', 'two');
    const folder = prepareDataFolder(deep, quiet);
    expect(folder.dir).toBe(join(deep, 'pg'));
    expect(folder.user?.uid).not.toBe(0);
    expect(statSync(folder.dir).uid).toBe(folder.user?.uid);
    for (const path of [join(above, 'one'), deep]) expect(statSync(path).mode & 0o777).toBe(0o711);
  });

  test('gets an error when a folder was closed above an existing database, and when the database belongs to root', async () => {
    await using folders = new Folders();
    const above = folders.make();
    const dataDir = join(above, 'data');
    const system = folders.make();
    chmodSync(above, 0o711);
    const folder = prepareDataFolder(dataDir, quiet, system);
    mkdirSync(folder.cluster, { mode: 0o700 });
    writeFileSync(join(folder.cluster, 'PG_VERSION'), '18\n');
    expect(() => prepareDataFolder(dataDir, quiet, system)).toThrow(`chown -R ${folder.user?.name}: ${folder.dir}`);
    chownSync(folder.cluster, folder.user?.uid ?? 0, folder.user?.gid ?? 0);
    expect(prepareDataFolder(dataDir, quiet, system)).toEqual(folder);
    chmodSync(above, 0o700);
    expect(() => prepareDataFolder(dataDir, quiet, system)).toThrow(`Open the way with: chmod o+x ${above}`);
    rmSync(above, { recursive: true });
  });
});
