import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openapi } from '@prdm/contract/me';
import { startApp, type TestApp } from '../../apps/server/src/testing/servers/start-app.ts';
import { PASSWORD } from '../../apps/server/src/testing/worlds/builders.ts';
import { taskWorld, type TaskWorld } from '../../apps/server/src/testing/worlds/task-world.ts';

/** A program of somebody else: its types come from the served description alone. */
const CLIENT = `
import { createCipheriv } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const { BASE = '', ACCOUNT = '', PASSWORD = '', TASK = '' } = process.env;
const client = createClient<paths>({ baseUrl: BASE, headers: { 'accept-language': 'en' } });
/** The data of a success. The code of an answer distinguishes it from a refusal. */
function dataOf<A extends { code: number; data: unknown }>(answer: A | undefined): Extract<A, { code: 0 }>['data'] {
  if (answer?.code !== 0) throw new Error(JSON.stringify(answer));
  return answer.data as Extract<A, { code: 0 }>['data'];
}

const transfer = dataOf((await client.GET('/apis/pub/getKeyIv')).data);
const cipher = createCipheriv('aes-256-cbc', Buffer.from(transfer.key, 'ascii'), Buffer.from(transfer.iv, 'ascii'));
const password = Buffer.concat([cipher.update(PASSWORD, 'utf8'), cipher.final()]).toString('base64');
const signedIn = await client.POST('/apis/pub/loginpwd', { body: { account: ACCOUNT, password, kid: transfer.kid } });
const { token } = dataOf(signedIn.data);
const headers = { 'x-token': token };

const body = JSON.parse(TASK) as components['schemas']['TaskAddInput'];
const task = dataOf((await client.POST('/apis/task/add', { body, headers })).data);
const { data: refused } = await client.POST('/apis/task/add', { body: { ...body, title: '' }, headers });
if (refused === undefined || refused.code === 0) throw new Error('the empty title was accepted');
const read = dataOf((await client.GET('/apis/task/info', { params: { query: { id: task.id } }, headers })).data);
console.log(JSON.stringify({ id: task.id, title: read.title, code: refused.code, field: refused.data?.field, msg: refused.msg }));
`;

/** Mistakes that the types must refuse. */
const WRONG = `
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';
const client = createClient<paths>({ baseUrl: '' });
await client.POST('/apis/task/add', { body: { title: 'no project' } });
await client.POST('/apis/task/unknown', {});
const { data } = await client.GET('/apis/task/index', { params: { query: { tab: 'nonsense' } } });
console.log(data?.data.list);
`;

const run = promisify(execFile);
let app: TestApp;
let world: TaskWorld;
let folder: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  // Inside this package, so that its dependencies are found. Node runs no TypeScript below node_modules.
  folder = await mkdtemp(join(import.meta.dirname, '.client-'));
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const served = await fetch(app.address + openapi.path, { headers: { 'x-token': await app.admin() } });
  const types = astToString(await openapiTS((await served.json()) as never, { defaultNonNullable: false }));
  await writeFile(join(folder, 'api.ts'), types);
  await writeFile(join(folder, 'client.ts'), CLIENT);
  await writeFile(join(folder, 'wrong.ts'), WRONG);
}, 120_000);
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const OPTIONS = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  target: 'esnext',
  module: 'nodenext',
  allowImportingTsExtensions: true,
  types: ['node'],
};

/** The complaints of the compiler about one program. */
async function typeCheck(file: string): Promise<string> {
  const config = join(folder, `${file}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions: OPTIONS, files: [file] }));
  return run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', config]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

test(
  'a generated client signs in, adds a task and reads a refusal, with checked types',
  { timeout: 120_000 },
  async () => {
    expect(await typeCheck('client.ts')).toBe('');
    const task = world.form({ title: 'From another program' });
    const env = {
      ...process.env,
      BASE: app.address,
      ACCOUNT: world.lead.account,
      PASSWORD,
      TASK: JSON.stringify(task),
    };
    const { stdout } = await run(process.execPath, [join(folder, 'client.ts')], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      id: expect.any(Number),
      title: 'From another program',
      code: 1001,
      field: 'title',
      msg: 'This field is required',
    });
  },
);

test('wrong calls do not compile', { timeout: 120_000 }, async () => {
  const complaints = await typeCheck('wrong.ts');
  expect(complaints).toContain('project_id');
  expect(complaints).toContain('/apis/task/unknown');
  expect(complaints).toContain('nonsense');
  expect(complaints).toMatch(/'list'|'data\.data'/);
});
