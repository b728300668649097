import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from './testing/servers/database.ts';
import { cleanEnvironment } from './testing/servers/program.ts';
import { makeDataDir } from './tried-settings.ts';

const GIVE_UP_MS = 40_000;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'prdm-settings-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The output of the program with these settings, until it ends by itself. The text says so when it was killed. */
async function said(env: Record<string, string>, entry = 'main.ts'): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, entry)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(), HOME: folder, PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
    timeout: GIVE_UP_MS,
    killSignal: 'SIGKILL',
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (words += text.toString('utf8')));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return `${words}${signal ?? `ended ${code}`}`;
}

const refusal = (setting: string, words: string) => `PRDM cannot start: ${setting}: ${words}\nended 1`;

describe('a valid setting that does not work', () => {
  it.each([
    ['/proc/x', '/proc/x cannot be made: where it would lie takes no folders (ENOENT)'],
    ['/proc/x/y/z', '/proc/x/y/z cannot be made: where it would lie takes no folders (ENOENT)'],
    ['/proc', '/proc cannot be made: where it would lie takes no folders (ENOENT)'],
    ['/dev/null/data', '/dev/null/data is no folder, or lies below something that is none (ENOTDIR)'],
    ['/dev/null', '/dev/null is no folder, or lies below something that is none (EEXIST)'],
  ])('DATA_DIR=%s is refused at once', async (dir, words) => {
    await expect(makeDataDir(dir)).rejects.toThrow(words);
  });

  it(
    'DATA_DIR ends the start with one line',
    async () => {
      const words = '/proc/x cannot be made: where it would lie takes no folders (ENOENT)';
      expect(await said({ DATA_DIR: '/proc/x' })).toBe(refusal('DATA_DIR', words));
    },
    GIVE_UP_MS + 5000,
  );

  it(
    'DATABASE_URL is named with the reason, and the output does not contain the password',
    async () => {
      const url = (change: (address: URL) => void): string => {
        const address = new URL(database.url);
        address.password = 'Secret-26';
        change(address);
        return address.href;
      };
      const { host, username } = new URL(database.url);
      const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as { port: number };
      const cases = [
        [
          url(() => undefined),
          `the database server at ${host} refuses the user "${username}" with this password (28P01)`,
        ],
        [url((address) => (address.host = '127.0.0.1:1')), 'nothing answers at 127.0.0.1:1 (ECONNREFUSED)'],
        [
          url((address) => (address.port = String(port))),
          `the database server at 127.0.0.1:${port} does not answer within 5 seconds`,
        ],
        [
          database.url.replace(/[^/]+$/, 'elsewhere'),
          `the database server at ${host} has no database "elsewhere" (3D000)`,
        ],
      ] as const;
      const direct = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: cases[1][0] };
      const [saidOfDirect, ...answers] = await Promise.all(
        [direct, ...cases.map(([address]) => ({ DATABASE_URL: address }))].map((env) => said(env)),
      );
      for (const [index, [, words]] of cases.entries()) {
        const answer = answers[index] ?? '';
        expect(answer).toContain(`PRDM cannot start: DATABASE_URL: ${words}`);
        expect(answer.split('\n')).toEqual([expect.any(String), 'ended 1']);
        expect(answer).not.toContain('Secret-26');
      }
      expect(saidOfDirect).toBe(refusal('DATABASE_DIRECT_URL', cases[1][1]));
      silent.close();
    },
    2 * GIVE_UP_MS,
  );

  it(
    'HOST and PORT are named when the program cannot listen on them',
    async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const port = String((taken.address() as { port: number }).port);
      const env = { DATABASE_URL: database.url, ADMIN_PASSWORD: 'Weng-7-admin' };
      const cases = [
        [{ HOST: '999.1.1.1' }, /^PRDM cannot start: HOST: 999\.1\.1\.1 is no address of this machine \(E/m],
        [{ HOST: '192.0.2.1' }, /^PRDM cannot start: HOST: 192\.0\.2\.1 is no address of this machine \(E/m],
        [
          { PORT: port },
          new RegExp(`^PRDM cannot start: PORT: another program listens on ${port} of 127\\.0\\.0\\.1`, 'm'),
        ],
      ] as const;
      const answers = cases.map(([given]) => said({ ...env, ...given }, 'testing/servers/server-process.ts'));
      for (const [index, [, words]] of cases.entries()) expect(await answers[index]).toMatch(words);
      taken.close();
    },
    2 * GIVE_UP_MS,
  );

  it(
    'a first start reports ADMIN_ACCOUNT and ADMIN_PASSWORD together, by name and with reasons, and creates nothing',
    async () => {
      const dir = join(folder, 'untouched');
      const answer = await said({ ADMIN_PASSWORD: '12345678', ADMIN_ACCOUNT: 'a b', DATA_DIR: dir });
      expect(answer).toMatch(/^ {2}ADMIN_ACCOUNT: An account has letters/m);
      expect(answer).toMatch(/^ {2}ADMIN_PASSWORD: The password must not be digits only/m);
      expect(answer).not.toMatch(/identity\.|1001|12345678/);
      await expect(stat(dir)).rejects.toThrow('ENOENT');
    },
    GIVE_UP_MS + 5000,
  );
});

describe('the data folder', () => {
  it('is created with its missing parents, readable only for its owner, also by parallel starts', async () => {
    const dir = join(folder, 'a', 'b', 'c');
    await Promise.all([makeDataDir(dir), makeDataDir(dir), makeDataDir(dir)]);
    for (const made of [dir, join(folder, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
    expect(await readdir(dir)).toEqual([]);
    await makeDataDir(dir);
  });

  it('may be a link to a folder, but not a file or a broken link', async () => {
    await mkdir(join(folder, 'real'));
    await symlink(join(folder, 'real'), join(folder, 'link'));
    await makeDataDir(join(folder, 'link'));
    await writeFile(join(folder, 'file'), '');
    await symlink(join(folder, 'gone'), join(folder, 'dangling'));
    for (const name of ['file', 'dangling', 'file/below'])
      await expect(makeDataDir(join(folder, name))).rejects.toThrow(/^DATA_DIR: .* is no folder/);
  });
});
