import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say as sayTo, statusesIn } from '../../testing/servers/raw-socket.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

/** Safety R15: bytes that no HTTP library sends, written to a socket of the server. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

const PATH = '/apis/pub/check';
const portOf = (): number => Number(new URL(app.address).port);
const ANSWER_MS = 5000;
const HEAD = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n`;

const say = (bytes: string | Buffer, leave = false) => sayTo(app.address, bytes, leave);

/** The bytes behind a first request must not be read as a second request. */
const HIDDEN = `GET /apis/pub/getKeyIv HTTP/1.1\r\nHost: x\r\n\r\n`;
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n';
const PART = `4000\r\n${'x'.repeat(0x4000)}\r\n`;

const REFUSED: readonly [what: string, bytes: string | Buffer, status: number][] = [
  ['bytes that are no HTTP', 'this is no http\r\n\r\n', 400],
  ['the greeting of TLS', Buffer.concat([Buffer.from('160301020001000001fc0303', 'hex'), Buffer.alloc(200, 7)]), 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a method nobody knows', `BREW ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
  ['a version nobody knows', `POST ${PATH} HTTP/9.9\r\nHost: x\r\n\r\n`, 400],
  ['no host', `POST ${PATH} HTTP/1.1\r\n\r\n`, 400],
  ['raw bytes in the address', Buffer.from('GET /apis/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'), 400],
  ['a length and chunks', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`, 400],
  ['two lengths', `${HEAD}Content-Length: 0\r\nContent-Length: 5\r\n\r\n${HIDDEN}`, 400],
  ['a length below nothing', `${HEAD}Content-Length: -5\r\n\r\n${HIDDEN}`, 400],
  ['a length that is no number', `${HEAD}Content-Length: 5x\r\n\r\n${HIDDEN}`, 400],
  ['chunks that are not last', `${HEAD}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`, 400],
  ['a chunk without a size', `${CHUNKED}xyz\r\nhello\r\n0\r\n\r\n${HIDDEN}`, 400],
  ['a chunk longer than it says', `${CHUNKED}2\r\nhello\r\n0\r\n\r\n${HIDDEN}`, 400],
  ['more than a megabyte in chunks', `${CHUNKED}${PART.repeat(80)}0\r\n\r\n`, 413],
  ['a header over two lines', `${HEAD}X-token: a\r\n b\r\n\r\n`, 400],
  ['a space before the colon', `${HEAD}X-token : a\r\n\r\n`, 400],
  ['a zero byte in a header', `${HEAD}X-token: a\0b\r\n\r\n`, 400],
  ['lines that end in LF alone', `POST ${PATH} HTTP/1.1\nHost: x\n\n`, 400],
  ['headers beyond measure', `${HEAD}X-token: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
  ['an upgrade where no socket is', `GET ${PATH} HTTP/1.1\r\nHost: x\r\n${UPGRADE}\r\n`, 405],
];

/** Node answers these itself, before our code runs, with an empty body. */
const WITHOUT_WORDS = new Set(['no host']);

const LEFT: readonly [what: string, bytes: string][] = [
  ['nothing at all', ''],
  ['half a line', `POST ${PATH} HT`],
  ['half the headers', HEAD],
  ['a body shorter than it says', `${HEAD}Content-Length: 50\r\n\r\ntoken=a`],
  ['chunks without an end', `${CHUNKED}5\r\ntoken\r\n`],
];

const alive = async (): Promise<void> => {
  const { text, ms } = await say(`${HEAD}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  expect(statusesIn(text)).toEqual([200]);
  expect(ms).toBeLessThan(ANSWER_MS);
};

describe('raw bytes on a socket', () => {
  it.each(REFUSED)('%s: one refusal in the envelope, and the server continues', async (what, bytes, status) => {
    const { text, ms } = await say(bytes);
    expect(statusesIn(text)).toEqual([status]);
    expect(ms).toBeLessThan(ANSWER_MS);
    const body = Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1').toString('utf8');
    if (!WITHOUT_WORDS.has(what)) expect(JSON.parse(body)).toMatchObject({ code: 1, data: null });
    await alive();
  });

  it.each(LEFT)('%s, and then a disconnect: no answer of success, and the server continues', async (_what, bytes) => {
    const { text, closed } = await say(bytes, true);
    expect(statusesIn(text).filter((status) => status < 400 || status >= 500)).toEqual([]);
    expect(closed).toBe(true);
    await alive();
  });

  it('two requests in one write get two answers in their order', async () => {
    const { text } = await say(`${HEAD}Content-Length: 0\r\n\r\nGET /apis/nothing/here HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(statusesIn(text)).toEqual([200, 404]);
  });

  it('three hundred silent connections do not delay other callers', async () => {
    const idle = Array.from({ length: 300 }, () => connect(portOf(), '127.0.0.1').on('error', () => undefined));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    await alive();
    for (const socket of idle) socket.destroy();
  });
});
