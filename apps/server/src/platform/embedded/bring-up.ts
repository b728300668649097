import type { Client } from 'pg';
import { connect } from './connection.ts';
import { sleep } from './processes.ts';
import type { ServerChild, ServerPlan } from './server-process.ts';
import {
  freePort,
  livingServer,
  readPostmaster,
  reasonIn,
  removeStalePid,
  spawnServer,
  stopServer,
} from './server-process.ts';
import { EmbeddedError } from './types.ts';

/** A server that accepts connections, and the connection to it. */
export interface Running {
  pid: number;
  port: number;
  /** The process started here. null when the server was running already. */
  child: ServerChild | null;
  client: Client;
}

const GIVE_UP_AFTER_MS = 10 * 60_000;
const SAY_EVERY_MS = 10_000;
const MOST_FAILURES = 2;
/** After a kill of the main process its workers still use the shared memory for a moment. A new server refuses to start until then. */
const OLD_WORKERS_MS = 60_000;
const ATTEMPT_ENDS_MS = 30_000;

/**
 * Returns a running server of this folder: the present one, or one started here. Several programs may call it at once on one folder.
 * PostgreSQL lets only one server start, and the others connect to it.
 * @param preferred the port to restart on, so that issued connection strings stay valid.
 * @param abandoned polled during the start: true when the caller does not need the server any more.
 */
export async function bringUp(
  plan: ServerPlan,
  cluster: string,
  preferred: number | null,
  log: (line: string) => void,
  abandoned: () => boolean,
): Promise<Running> {
  const since = Date.now();
  let nextWord = since + SAY_EVERY_MS;
  let attempt: ServerChild | null = null;
  let failures = 0;
  for (;;) {
    if (abandoned()) {
      await endAttempt(plan, cluster, attempt);
      throw new EmbeddedError('The start of the database server was given up, because the program stops.');
    }
    const server = livingServer(cluster);
    if (server?.status === 'ready') {
      const client = await connect(cluster, server.port);
      if (client)
        return { pid: server.pid, port: server.port, child: attempt?.pid === server.pid ? attempt : null, client };
    }
    if (!server && (attempt === null || attempt.ended !== null)) {
      if (attempt) {
        failures += 1;
        judge(attempt, failures, since, plan);
        await sleep(Math.min(50 * 2 ** failures, 1_000));
        if (livingServer(cluster)) continue;
      }
      const stale = readPostmaster(cluster);
      if (stale) removeStalePid(cluster, stale);
      attempt = spawnServer(plan, cluster, await freePort(portWasTaken(attempt) ? null : preferred));
    }
    if (Date.now() - since > GIVE_UP_AFTER_MS) {
      throw new EmbeddedError(`The database server did not become ready; see ${plan.folder.logFile}.`);
    }
    if (Date.now() > nextWord) {
      log(
        `waiting for the database (${server?.status || 'starting'}); after a crash it first repeats what was not yet written`,
      );
      nextWord = Date.now() + SAY_EVERY_MS;
    }
    await sleep(20 + Math.random() * 20);
  }
}

/**
 * Stops a server that is still starting. In its first moments the process does not yet run the server's program, and stopServer() takes it
 * for a foreign one. So the stop repeats until the process has ended.
 */
async function endAttempt(plan: ServerPlan, cluster: string, attempt: ServerChild | null): Promise<void> {
  const until = Date.now() + ATTEMPT_ENDS_MS;
  while (attempt?.pid && attempt.ended === null && Date.now() < until) {
    await stopServer(plan, cluster, attempt.pid);
    await Promise.race([attempt.whenEnded(), sleep(50)]);
  }
}

function portWasTaken(attempt: ServerChild | null): boolean {
  return attempt?.said().includes('could not create any TCP/IP sockets') ?? false;
}

/** Errors that pass: another start was faster, the port was taken meanwhile, or old workers still run. */
const PASSING = /lock file|could not create any TCP\/IP sockets|shared memory block/;

/** Throws when a retry cannot help. */
function judge(attempt: ServerChild, failures: number, since: number, plan: ServerPlan): void {
  const said = attempt.said();
  if (PASSING.test(said) ? Date.now() - since < OLD_WORKERS_MS : failures < MOST_FAILURES) return;
  throw new EmbeddedError(
    `The database server does not start (${attempt.ended}): ${reasonIn(said)} The whole story is in ${plan.folder.logFile}.`,
  );
}
