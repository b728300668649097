import { Client } from 'pg';

/** The job queue asks for work by itself, at any time. Its statements belong to no call. */
const OF_QUEUE = /pgboss\./i;

/** The statements that every connection of this process sends while `work` runs, in their order, without the job queue. */
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
  return sent.filter((text) => !OF_QUEUE.test(text));
}
