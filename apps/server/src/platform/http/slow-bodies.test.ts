import { once } from 'node:events';
import { request as send, type ClientRequest, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mkdir } from '@prdm/contract/files';
import { logout } from '@prdm/contract/identity';
import type { Endpoint, Envelope } from '@prdm/contract/kit';
import { updateProfile } from '@prdm/contract/me';
import { uploadImage } from '@prdm/contract/files/multipart';
import { buildPerson, buildProject, PASSWORD, rootFolder, theEnterprise } from '../../testing/worlds/builders.ts';
import { formOf } from '../../testing/worlds/calls.ts';
import { systemActor } from '../actor.ts';
import { pngOf } from '../../testing/worlds/pictures.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

/** A body may be slow (silent-bodies.ts). The call is judged by the rights at the end of the body, not at its beginning. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

interface Slow {
  /** Sends the rest of the body and reads the answer. */
  end(): Promise<Envelope>;
}

/** Sends the headers and half of the body. Resolves when the server has read the session and waits for the rest. */
async function begin(
  endpoint: Endpoint,
  text: string | Buffer,
  token: string,
  type = 'application/x-www-form-urlencoded',
): Promise<Slow> {
  const reading = vi.spyOn(app.modules.organisation, 'personOf');
  const body = Buffer.from(text as string);
  const half = Math.floor(body.length / 2);
  const slow: ClientRequest = send(`${app.address}${endpoint.path}`, {
    method: endpoint.method,
    headers: {
      'x-token': token,
      'content-type': type,
      'content-length': body.length,
    },
  });
  slow.write(body.subarray(0, half));
  await vi.waitFor(() => expect(reading).toHaveBeenCalled());
  reading.mockRestore();
  await setImmediate();
  return {
    async end() {
      slow.end(body.subarray(half));
      const [answer] = (await once(slow, 'response')) as [IncomingMessage];
      return JSON.parse((await answer.setEncoding('utf8').toArray()).join('')) as Envelope;
    },
  };
}

const nameOf = async (id: number) =>
  (await app.platform.db.pool.query('select name from staff where user_id = $1', [id])).rows[0]?.name;
const NAME = { version: 1, name: '慢请求' };

async function disable(id: number): Promise<void> {
  const home = await theEnterprise(app);
  await app.platform.db.transaction((trx) => app.modules.identity.setEnabled(trx, home, { id, email: '' }, false));
}

describe('a call with a slow body', () => {
  it('succeeds when nothing has changed meanwhile', async () => {
    const person = await buildPerson(app);
    const call = await begin(updateProfile, formOf(NAME), await app.signIn(person.account, PASSWORD));
    expect((await call.end()).code).toBe(0);
    expect(await nameOf(person.id)).toBe(NAME.name);
  });

  it('fails when its sender has signed out meanwhile', async () => {
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    const call = await begin(updateProfile, formOf(NAME), token);
    expect((await app.call(logout, {}, { token })).code).toBe(0);
    expect((await call.end()).code).toBe(5);
    expect(await nameOf(person.id)).not.toBe(NAME.name);
  });

  it('fails when its sender was disabled meanwhile', async () => {
    const person = await buildPerson(app);
    const call = await begin(updateProfile, formOf(NAME), await app.signIn(person.account, PASSWORD));
    await disable(person.id);
    expect((await call.end()).code).toBe(5);
    expect(await nameOf(person.id)).not.toBe(NAME.name);
  });

  it('is judged without the rights that its sender has lost meanwhile', async () => {
    const member = await buildPerson(app);
    const project = await buildProject(app, { members: [{ id: member.id, roles: ['designer'] }] });
    const pid = await rootFolder(app, project.id);
    const token = await app.signIn(member.account, PASSWORD);
    const call = await begin(mkdir, formOf({ pid, name: '迟到的文件夹' }), token);
    const home = await theEnterprise(app);
    await app.platform.db.transaction((trx) =>
      app.modules.projects.removeMember(
        trx,
        { ...systemActor(home), userId: project.managerId },
        project.id,
        member.id,
      ),
    );
    expect((await call.end()).code).toBe(444);
  });

  it('stores no picture of a user who was disabled meanwhile', async () => {
    const person = await buildPerson(app);
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\n\r\n`;
    const form = Buffer.concat([Buffer.from(head), pngOf(8, 8, [1, 2, 3]), Buffer.from('\r\n--b--\r\n')]);
    const token = await app.signIn(person.account, PASSWORD);
    const call = await begin(uploadImage, form, token, 'multipart/form-data; boundary=b');
    await disable(person.id);
    expect((await call.end()).code).toBe(5);
    expect((await app.platform.db.pool.query('select 1 from image where owner_id = $1', [person.id])).rows).toEqual([]);
  });
});
