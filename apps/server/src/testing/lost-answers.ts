import { randomUUID } from 'node:crypto';
import { stages as stageDictionary } from '@prdm/contract/config/dictionaries';
import type { Endpoint } from '@prdm/contract/kit';
import { pass } from '@prdm/contract/processes/review';
import { add } from '@prdm/contract/tasks';
import { startCuttingProxy } from './servers/cutting-proxy.ts';
import { callAt, signInAt, type TwoServers, type WireAnswer } from './servers/start-two.ts';
import { assignmentOf, buildProcess } from './worlds/approvals.ts';
import { buildPerson, buildProject, PASSWORD } from './worlds/builders.ts';

/** Calls at the same time, as many as browsers would have open. */
const AT_ONCE = 20;

export interface LostAnswers {
  readonly cut: number;
  /** Codes of the answers that arrived in the end. */
  readonly codes: number[];
  /** Tasks and `pass` entries in the database by title or approval: each must be 1. */
  readonly tasks: number[];
  readonly passes: number[];
  /** Log entries of the same changes. */
  readonly logged: number;
  readonly seconds: number;
}

/** Creates `n` tasks and passes `n` approvals on two servers. Every first answer is lost, and the client repeats the call. */
export async function loseAnswers(two: TwoServers, n: number): Promise<LostAnswers> {
  const person = await buildPerson(two);
  const { id: projectId } = await buildProject(two, { managerId: person.id });
  const token = await signInAt(two.addresses[0], person.account, PASSWORD);
  const stages = await callAt(two.addresses[0], stageDictionary.index, { ispage: 'not' }, token);
  const form = (title: string) => ({
    project_id: projectId,
    title,
    stage_id: stages.data.list[0]?.id,
    executor_ids: [person.id],
    stages: [{ name: '审核', executor_ids: [person.id] }],
    publish: 1,
  });
  const starter = await buildPerson(two);
  const processes: number[] = [];
  const calls: { endpoint: Endpoint; input: unknown }[] = [];
  for (let at = 0; at < n; at += 1) {
    const process = await buildProcess(two, { starter, stages: [{ by: [person] }] });
    processes.push(process.id);
    calls.push({ endpoint: add, input: form(`丢失 ${at}`) });
    calls.push({ endpoint: pass, input: { seat_id: await assignmentOf(two, process, person) } });
  }
  const proxy = await startCuttingProxy(two.addresses);
  const began = Date.now();
  const codes: number[] = [];
  const waiting = [...calls];
  const client = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      codes.push((await insistently(proxy.address, next.endpoint, next.input, token)).code);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const seconds = (Date.now() - began) / 1000;
  await proxy.stop();

  const counts = async (text: string, values: unknown[]): Promise<number[]> =>
    (await two.platform.db.pool.query<{ n: number }>(text, values)).rows.map((row) => row.n);
  const [logged = 0] = await counts(
    `select count(*)::int as n from action_log where event = 'tasks.added' and project_id = $1
       or event = 'processes.seatPassed' and target_id = any($2)`,
    [projectId, processes],
  );
  return {
    cut: proxy.cut(),
    codes,
    tasks: await counts('select count(*)::int as n from task where project_id = $1 group by title', [projectId]),
    passes: await counts(
      `select count(*)::int as n from process_history where action = 'pass' and process_id = any($1) group by process_id`,
      [processes],
    ),
    logged,
    seconds,
  };
}

/** Repeats a call without an answer with the same key, as the web client does. */
async function insistently(address: string, endpoint: Endpoint, input: unknown, token: string): Promise<WireAnswer> {
  const key = randomUUID();
  for (let turn = 1; ; turn += 1) {
    try {
      const answer = await callAt(address, endpoint, input, token, key);
      if (answer.status !== 503 || turn > 2) return answer;
    } catch (error) {
      if (turn > 2) throw error;
    }
  }
}
