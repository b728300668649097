import { connect } from 'node:net';

const ANSWER_MS = 5000;

/** The answer to raw bytes. */
export interface Heard {
  readonly text: string;
  /** Milliseconds until the first byte of the answer. */
  readonly ms: number;
  /** True when the server closed the connection. */
  readonly closed: boolean;
}

/** Writes the bytes, and reads until the server closes or has answered and is silent. */
export function say(address: string, bytes: string | Buffer, leave = false): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let text = '';
    let heardAt = Infinity;
    let quiet: NodeJS.Timeout | undefined;
    const late = setTimeout(() => end(false), ANSWER_MS);
    const end = (closed: boolean): void => {
      clearTimeout(late);
      clearTimeout(quiet);
      socket.destroy();
      resolve({ text, ms: heardAt - since, closed });
    };
    socket.on('data', (bytes: Buffer) => {
      heardAt = Math.min(heardAt, performance.now());
      text += bytes.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(() => end(false), 300);
    });
    socket.on('close', () => end(true));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? end(true) : reject(error),
    );
    socket.on('connect', () => {
      socket.write(bytes);
      if (leave) socket.end();
    });
  });
}

/** The statuses of all answers in the text. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)).filter((status) => status !== 100);
