import { Client } from 'pg';

/** A statement sent to the database. `wave` counts the waits of the program before it. */
export interface Statement {
  readonly wave: number;
  readonly text: string;
  readonly values: unknown[];
}

interface Sent {
  text: string;
  values: unknown[];
  wave: number;
}

/**
 * The statements that `work` sends through any connection of this process, in order. Statements sent before the answer
 * to an earlier one share its wave. Transaction statements are left out.
 */
export async function capture(work: () => Promise<void>): Promise<Statement[]> {
  const sent: Sent[] = [];
  let wave = 0;
  let waiting = 0;
  const prototype = Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function recording(this: unknown, ...args: unknown[]): unknown {
    const [first, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const text = typeof first === 'string' ? first : first.text;
    sent.push({ text, values: (typeof first === 'string' ? values : (first.values ?? values)) ?? [], wave });
    waiting += 1;
    const answer = original.apply(this, args);
    const back = (): void => {
      waiting -= 1;
      if (waiting === 0) wave += 1;
    };
    if (answer instanceof Promise) void answer.then(back, back);
    else back();
    return answer;
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return sent.filter(({ text }) => !/^\s*(begin|commit|rollback|start transaction)/i.test(text));
}

/** Values as JSON with marks for bytes and times. */
export const packed = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return { $bytes: value.toString('base64') };
  if (value instanceof Date) return { $time: value.toISOString() };
  return value;
};

export function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return Buffer.from(value.$bytes as string, 'base64');
  if ('$time' in value) return new Date(value.$time as string);
  return value;
}
