import { createHash, randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { buildPerson, buildProject, PASSWORD, rootFolder } from '../../../testing/worlds/builders.ts';
import { callProgram, signInTo, startProgram, type Program } from '../../../testing/servers/program.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { startTwo, signInAt, callAt, type TwoServers } from '../../../testing/servers/start-two.ts';
import { begin, send, tusRequest } from '../../../testing/worlds/uploads.ts';

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('the program killed again and again', () => {
  let app: TestApp; // prepares the data; the tested program is a separate process on the same database
  let program: Program;
  let dataDir: string;
  let port: string;
  let token: string;
  let root: number;

  const start = () =>
    startProgram({ entry: 'server-process', env: { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDir, PORT: port } });

  beforeAll(async () => {
    app = await startApp({ works: false });
    dataDir = await mkdtemp(join(tmpdir(), 'prdm-kills-'));
    port = String(await freePort());
    const manager = await buildPerson(app);
    const project = await buildProject(app, { managerId: manager.id });
    root = await rootFolder(app, project.id);
    program = await start();
    token = await signInTo(program.address, manager.account, PASSWORD);
  }, 120_000);
  afterAll(async () => {
    await program.kill('SIGKILL');
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const versionsOf = async (fileId: number) =>
    (await callProgram(program.address, files.versions, { file_id: fileId }, token)).data.list as { sha256: string }[];

  it(
    '20 times during one upload: the offset never goes back behind what was confirmed, and the bytes are the same',
    { timeout: 400_000 },
    async () => {
      const bytes = randomBytes(96_000_000);
      const sizes: number[] = [];
      let kills = 0;
      let restarting: Promise<void> | null = null;
      const sent = send({
        address: program.address,
        token,
        pid: root,
        bytes,
        name: '断点.ifc',
        chunkSize: 2_000_000,
        retryDelays: Array<number>(200).fill(250),
        onRequest: (request) => {
          const offset = request.getHeader('Upload-Offset');
          if (offset !== undefined) sizes.push(Number(offset));
        },
        onProgress: (done) => {
          if (restarting || kills >= 20 || done < (kills + 1) * 4_400_000) return;
          kills += 1;
          restarting = program.kill('SIGKILL').then(async () => {
            program = await start();
            restarting = null;
          });
        },
      });
      const { answer, id } = await sent;
      expect(kills).toBe(20);
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
      const again = await callProgram(program.address, files.uploadCommit, { uploadId: id }, token);
      expect(again.data.file_id).toBe(answer?.data.file_id);
      expect(await versionsOf(answer?.data.file_id ?? 0)).toMatchObject([{ sha256: sha(bytes) }]);
    },
  );

  it('12 times while an upload is being finished: one file of one version', { timeout: 300_000 }, async () => {
    for (let round = 0; round < 12; round += 1) {
      const bytes = randomBytes(200_000);
      const { path } = await begin(program.address, token, root, bytes.length, { filename: `收尾${round}.dwg` });
      const uploadId = /([0-9a-f]{32})/.exec(path)?.[1] ?? '';
      const last = tusRequest(program.address, 'PATCH', path, {
        token,
        headers: { 'upload-offset': '0' },
        body: bytes,
      });
      last.catch(() => undefined); // the connection breaks by intention
      await new Promise((resolve) => setTimeout(resolve, 5 * round));
      await program.kill('SIGKILL');
      program = await start();
      const head = await tusRequest(program.address, 'HEAD', path, { token });
      const offset = Number(head.headers.get('upload-offset'));
      const rest = { token, headers: { 'upload-offset': String(offset) }, body: bytes.subarray(offset) };
      if (offset < bytes.length) await tusRequest(program.address, 'PATCH', path, rest);
      const done = await callProgram(program.address, files.uploadCommit, { uploadId }, token);
      expect([round, done.code, done.data?.version_no]).toEqual([round, 0, 1]);
      expect(await versionsOf(done.data.file_id as number)).toMatchObject([{ sha256: sha(bytes) }]);
    }
  });
});

describe('two processes', () => {
  let two: TwoServers;
  let token: string;
  let root: number;
  beforeAll(async () => {
    two = await startTwo();
    const manager = await buildPerson(two);
    const project = await buildProject(two, { managerId: manager.id });
    root = await rootFolder(two, project.id);
    token = await signInAt(two.addresses[0], manager.account, PASSWORD);
  }, 120_000);
  afterAll(() => two.stop());

  it('write one upload one after the other: of two at one offset one wins, and the file is stored once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const bytes = randomBytes(3_000_000);
      const { path } = await begin(two.addresses[0], token, root, bytes.length, { filename: `两台${round}.dwg` });
      const both = await Promise.all(
        two.addresses.map((address) =>
          tusRequest(address, 'PATCH', path, { token, headers: { 'upload-offset': '0' }, body: bytes }),
        ),
      );
      const statuses = both.map(({ status }) => status).toSorted();
      expect(statuses[0] === 200 || statuses[0] === 204).toBe(true);
      expect(statuses[1]).toBeGreaterThanOrEqual(204);
      const offset = Number((await tusRequest(two.addresses[1], 'HEAD', path, { token })).headers.get('upload-offset'));
      const rest = { token, headers: { 'upload-offset': String(offset) }, body: bytes.subarray(offset) };
      if (offset < bytes.length) expect((await tusRequest(two.addresses[1], 'PATCH', path, rest)).status).toBe(200);
      const uploadId = /([0-9a-f]{32})/.exec(path)?.[1] ?? '';
      const commits = await Promise.all(two.addresses.map((at) => callAt(at, files.uploadCommit, { uploadId }, token)));
      expect(commits.map(({ code }) => code)).toEqual([0, 0]);
      const { list } = (await callAt(two.addresses[0], files.versions, { file_id: commits[0]?.data.file_id }, token))
        .data;
      expect(list).toMatchObject([{ no: 1, sha256: sha(bytes) }]);
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
