import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { readEnv } from '../../env.ts';
import { createModules, limitsOf, type Modules } from '../../modules.ts';
import { systemClock } from '../../platform/clock.ts';
import { startEmbedded } from '../../platform/embedded/index.ts';
import { createLog } from '../../platform/log.ts';
import { createPlatform, type Platform } from '../../platform/platform.ts';
import { buildFile, buildPerson, buildProject, PASSWORD, rootFolder } from '../worlds/builders.ts';
import { chunkedUpload, type Chunked } from '../servers/chunked.ts';
import { callProgram, signInTo, startProgram, type Program } from '../servers/program.ts';
import { begin, tusRequest } from '../worlds/uploads.ts';
import { tinyDisk, type TinyDisk } from './tiny-disk.ts';

const MB = 1_000_000;
const DISK = 900 * MB;
const RESERVE = DISK * 0.05;

let disk: TinyDisk | string = 'not mounted yet';
let program: Program;
let platform: Platform;
let modules: Modules;
let projectId: number;
let root: number;
let doomed: number[];
const people: { id: number; account: string; token: string }[] = [];
const undo: (() => Promise<unknown>)[] = [];

/** Program, database and bytes share one small disk, as in an ordinary installation. */
beforeAll(async () => {
  disk = await tinyDisk(DISK);
  if (typeof disk === 'string') return;
  undo.push(disk.remove);
  const database = await startEmbedded({ dataDir: disk.path, log: () => undefined });
  undo.push(() => database.stop());
  const env = { DATABASE_URL: database.url, DATA_DIR: disk.path };
  program = await startProgram({ entry: 'server-process', env: { ...env, ADMIN_PASSWORD: 'Weng-7-admin' } });
  undo.push(() => program.kill('SIGTERM'));
  platform = createPlatform({
    databaseUrl: database.url,
    directUrl: database.url,
    dataDir: disk.path,
    clock: systemClock,
    log: createLog('silent'),
    poolMax: 2,
  });
  undo.push(() => platform.stop());
  modules = createModules(platform, limitsOf(readEnv({})));
  const world = { platform, modules };
  for (let n = 0; n < 4; n += 1) {
    const { id, account } = await buildPerson(world);
    people.push({ id, account, token: await signInTo(program.address, account, PASSWORD) });
  }
  const [manager, ...others] = people;
  const members = others.map(({ id }) => ({ id, roles: ['designer' as const] }));
  projectId = (await buildProject(world, { managerId: manager?.id ?? 0, members })).id;
  root = await rootFolder(world, projectId);
  const old = async (name: string) =>
    (await buildFile(world, { projectId, by: manager?.id ?? 0, folderId: root, name, bytes: 'x' })).id;
  doomed = [await old('旧1.txt'), await old('旧2.txt')];
}, 120_000);
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

const tokenOf = (n: number): string => people[n]?.token ?? '';
const call = (endpoint: Parameters<typeof callProgram>[1], input: unknown) =>
  callProgram(program.address, endpoint, input, tokenOf(0));
const openUploads = async (): Promise<number> => {
  const { rows } = await platform.db.pool.query(`select count(*)::int as n from upload where status = 'receiving'`);
  return rows[0].n as number;
};

/** Sends until the server answers or closes the connection. */
async function untilRefused(upload: Chunked): Promise<number> {
  let over = false;
  void upload.answered.then(() => (over = true));
  const piece = Buffer.alloc(MB, 7);
  for (let sent = 0; sent < 100 && !over; sent += 1) await upload.send(piece);
  return (await upload.finish()).status;
}

/** Everyday calls must all succeed. */
async function expectEverydayWorks(): Promise<void> {
  expect(await signInTo(program.address, people[1]?.account ?? '', PASSWORD)).not.toBe('');
  expect((await call(files.index, { project_id: projectId })).code).toBe(0);
  expect((await call(files.recycle, { project_id: projectId })).code).toBe(0);
  expect((await call(files.del, { file_ids: JSON.stringify([doomed.pop()]) })).code).toBe(0);
}

it('a disk that fills while four uploads run: 507 for each of them; sign-in, lists and delete answer; the one in parts goes on exactly', async (context) => {
  if (typeof disk === 'string') return context.skip(disk);
  const { address } = program;
  const bytes = randomBytes(60 * MB);
  const tus = await begin(address, tokenOf(0), root, bytes.length, { filename: '分块.bin' });
  const patch = (offset: number, end: number) =>
    tusRequest(address, 'PATCH', tus.path, {
      token: tokenOf(0),
      headers: { 'upload-offset': String(offset) },
      body: bytes.subarray(offset, end),
    });
  expect((await patch(0, 5 * MB)).status).toBe(204);
  const running = [
    chunkedUpload(address, { token: tokenOf(1), pid: root, name: '已知.bin', length: 60 * MB }),
    chunkedUpload(address, { token: tokenOf(2), pid: root, name: '未知.bin' }),
    chunkedUpload(address, { token: tokenOf(3), pid: root, name: '未知2.bin' }),
  ];
  await Promise.all(running.map((upload) => upload.send(Buffer.alloc(5 * MB, 7))));
  await expect.poll(openUploads, { timeout: 10_000 }).toBe(4);

  await disk.fill(RESERVE + 15 * MB);
  const rest = patch(5 * MB, bytes.length).then(
    ({ status }) => status,
    () => 0,
  );
  const statuses = await Promise.all([rest, ...running.map(untilRefused)]);
  console.log(`answers of the four uploads: ${statuses.join(' ')}; ${Math.round((await disk.left()) / MB)} MB left`);
  // 0: the refusal closed the connection during the upload, so the client lost the answer.
  expect(statuses.filter((status) => status !== 507 && status !== 0)).toEqual([]);
  expect(statuses).toContain(507);
  expect(await disk.left()).toBeGreaterThan(RESERVE - 10 * MB); // the database may write into the reserve, uploads do not
  const again = await begin(address, tokenOf(1), root, MB, { filename: '再来.bin' });
  expect(again).toMatchObject({ status: 507, body: { code: 1016 } });
  await expectEverydayWorks();
  await expect.poll(openUploads, { timeout: 10_000 }).toBe(1); // the three in one request left nothing

  await disk.clear();
  const head = await tusRequest(address, 'HEAD', tus.path, { token: tokenOf(0) });
  const offset = Number(head.headers.get('upload-offset'));
  expect(offset).toBeGreaterThanOrEqual(5 * MB);
  const done = await patch(offset, bytes.length);
  const stored = done.body?.data as { file_id: number } | undefined;
  const { list } = (await call(files.versions, { file_id: stored?.file_id })).data as { list: { sha256: string }[] };
  expect(list[0]?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

it('a database without a byte left: calls that write answer 503 in words, lists answer, and with room all goes on by itself', async (context) => {
  if (typeof disk === 'string') return context.skip(disk);
  await disk.fill(0);
  const refused = new Map<string, number>();
  for (let n = 0; n < 3000 && (refused.size === 0 || n % 50 !== 0); n += 1) {
    const { status, msg } = await call(files.mkdir, { pid: root, name: `满${n}` });
    if (status !== 200) refused.set(`${status} ${msg}`, (refused.get(`${status} ${msg}`) ?? 0) + 1);
  }
  console.log([...refused].map(([answer, times]) => `${times} x ${answer}`).join('\n'));
  expect([...refused.keys()]).toEqual([expect.stringMatching(/^503 数据库所在磁盘已满/)]);
  expect((await call(files.index, { project_id: projectId })).code).toBe(0);
  await disk.clear();
  await expect.poll(async () => (await call(files.mkdir, { pid: root, name: '又有了' })).code).toBe(0);
  await expectEverydayWorks();
});
