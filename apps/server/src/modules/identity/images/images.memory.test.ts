import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadImage } from '@prdm/contract/files/multipart';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { pngOf } from '../../../testing/worlds/pictures.ts';
import { sendForm } from '../../../testing/worlds/forms.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
const accepted: Socket[] = [];
beforeAll(async () => {
  app = await startApp({ works: false });
  app.app.server.on('connection', (socket) => accepted.push(socket));
});
afterAll(() => app.stop());

const BYTES = 5 * 1024 * 1024;
/** Upper bound of the bytes that a connection buffers before the application reads. */
const UNREAD = 256 * 1024;
const FORM = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';

/** Sends a picture without its last byte and keeps the connection open. */
function withhold(token: string): Socket {
  const { port } = new URL(app.address);
  const socket = connect(Number(port), '127.0.0.1');
  const head = `POST ${uploadImage.path} HTTP/1.1\r\nHost: x\r\nx-token: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
  socket.on('error', () => undefined); // the end of the test closes the socket
  socket.write(`${head}Content-Length: ${FORM.length + BYTES + 1}\r\n\r\n${FORM}`);
  socket.write(randomBytes(BYTES));
  return socket;
}

it('waiting pictures of one user stay outside memory and are accepted in turn', async () => {
  const person = await buildPerson(app);
  const other = await buildPerson(app);
  const [token, otherToken] = [await app.signIn(person.account, PASSWORD), await app.signIn(other.account, PASSWORD)];
  const since = accepted.length;
  const senders = Array.from({ length: 6 }, () => withhold(token));
  const read = () =>
    accepted
      .slice(since)
      .map(({ bytesRead }) => bytesRead)
      .toSorted((a, b) => b - a);
  await expect.poll(() => read().filter((bytes) => bytes > BYTES), { timeout: 10_000 }).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 500)); // time in which a wrong third read would happen
  expect(read()).toHaveLength(6);
  for (const bytes of read().slice(2)) expect(bytes).toBeLessThan(UNREAD);
  const address = `${app.address}${uploadImage.path}`;
  const picture = ['file', { bytes: pngOf(2, 2, [1, 2, 3]), name: 'a.png' }] as const;
  // another user's upload does not wait
  expect(await sendForm(address, otherToken, [picture])).toMatchObject({ code: 0 });
  const mine = sendForm(address, token, [picture]);
  for (const sender of senders) sender.destroy();
  expect(await mine).toMatchObject({ code: 0 });
});
