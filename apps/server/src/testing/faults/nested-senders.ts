import { connect } from 'node:net';

/**
 * Four senders of 1 MB of nested JSON, each restarting when its connection ends. Reports the first answers, and all
 * answers at the end.
 */
const target = new URL(process.argv[2] ?? '');
const PATHS = ['/apis/pub/loginpwd', '/apis/pub/check', '/apis/nothing', '/apis/task/add'];
const BODY = Buffer.from(`${'['.repeat(524_288)}${']'.repeat(524_288)}`);
const statuses: Record<string, number> = {};
let running = true;
let isTold = false;

/** The status of the answer, 0 when the connection ended without one. */
const sendOnce = (path: string): Promise<number> =>
  new Promise((resolve) => {
    const socket = connect(Number(target.port), target.hostname);
    let said = '';
    const over = () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0));
    socket.on('data', (bytes) => {
      said += bytes.toString('latin1');
      if (said.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', over);
    socket.on('close', over);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${target.host}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`,
    );
    socket.write(BODY);
  });

async function sender(path: string): Promise<void> {
  while (running) {
    const status = await sendOnce(path);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (isTold || statuses[413] === undefined) continue;
    isTold = true;
    process.send?.('begun');
  }
}

process.on('message', () => {
  running = false;
});
await Promise.all(PATHS.map(sender));
process.send?.({ statuses }, undefined, undefined, () => process.exit(0));
