import { statementsOf } from '../statements.ts';

/**
 * Uncounted statements: the bounds of a transaction, which read nothing, and the wake-up of other processes. The
 * wake-up is sent after the answer, once for several calls.
 */
const UNCOUNTED = /^\s*(?:begin|commit|rollback|start transaction|set transaction|select pg_notify\()/i;

/** The counted statements of one call. Throws when the call is refused, because a refusal costs less. */
export async function costOf(call: () => Promise<{ code: number; msg: string }>): Promise<string[]> {
  let answer = { code: -1, msg: 'no answer' };
  const sent = await statementsOf(async () => {
    answer = await call();
  });
  if (answer.code !== 0) throw new Error(`refused: ${answer.code} ${answer.msg}`);
  return sent.filter((statement) => !UNCOUNTED.test(statement));
}
