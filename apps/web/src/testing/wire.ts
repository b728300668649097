import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Delay before the answer, in milliseconds. */
  readonly afterMs?: number;
  /** Closes the connection without an answer. */
  readonly hangUp?: true;
}

export interface Wire {
  readonly address: string;
  /** For connections beside calls, such as a WebSocket. */
  readonly server: Server;
  readonly seen: Seen[];
  answer(given: (call: Seen) => Answer): void;
  close(): Promise<void>;
}

/**
 * Starts a real HTTP server with the answers of the test, and points the test page at it. Calls then travel as in a
 * browser.
 */
export async function openWire(): Promise<Wire> {
  let answer: (call: Seen) => Answer = () => ({ body: { code: 0, msg: '', data: null } });
  const seen: Seen[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const call: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      };
      seen.push(call);
      const { status = 200, headers = {}, body, afterMs = 0, hangUp } = answer(call);
      setTimeout(() => {
        if (hangUp) {
          response.destroy();
          return;
        }
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      }, afterMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  goTo(`${address}/home`);
  return {
    address,
    server,
    seen,
    answer(given) {
      answer = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Sets the address of the test page. */
export function goTo(address: string): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL(new URL(address, location.href).href);
}
