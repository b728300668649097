import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CuttingProxy {
  readonly address: string;
  /** Number of answers that were dropped. */
  cut(): number;
  stop(): Promise<void>;
}

/**
 * Forwards calls to several servers in turn. The first call with each Idempotency-Key loses its answer: the proxy waits
 * for the whole answer, so the server has committed, and closes the connection.
 */
export async function startCuttingProxy(targets: readonly string[]): Promise<CuttingProxy> {
  const seen = new Set<string>();
  let turn = 0;
  let cut = 0;
  const server = createServer((incoming, outgoing) => {
    const target = new URL(targets[turn++ % targets.length] as string);
    const key = String(incoming.headers['idempotency-key'] ?? '');
    const isFirst = key !== '' && !seen.has(key);
    seen.add(key);
    const upstream = ask(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) =>
        void bodyOf(answer).then((body) => {
          if (isFirst) {
            cut += 1;
            incoming.socket.destroy();
            return;
          }
          outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json', connection: 'close' });
          outgoing.end(body);
        }),
    );
    upstream.on('error', () => incoming.socket.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => cut,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
