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
  /** Answers only after this many milliseconds. */
  readonly afterMs?: number;
  /** Ends the connection without an answer. */
  readonly hangUp?: true;
}

export interface Wire {
  readonly address: string;
  /** For what is more than calls, such as a WebSocket. */
  readonly server: Server;
  readonly seen: Seen[];
  answer(given: (call: Seen) => Answer): void;
  close(): Promise<void>;
}

/** A real http server that answers as the test says, and the test page's address on it, so that calls travel like in a browser. */
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

/** Puts the test page at an address. */
export function goTo(address: string): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL(new URL(address, location.href).href);
}
