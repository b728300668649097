import { Client } from 'pg';

/** The statements that every connection of this process sends while `work` runs, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const prototype = Client.prototype as unknown as { query: (this: unknown, ...args: unknown[]) => unknown };
  const { query } = prototype;
  const sent: string[] = [];
  prototype.query = function noted(this: unknown, ...args: unknown[]) {
    const [first] = args;
    sent.push(typeof first === 'string' ? first : (first as { text: string }).text);
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent;
}
