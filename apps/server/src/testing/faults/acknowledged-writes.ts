import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { templateAdd } from '@prdm/contract/processes/templates';
import { callProgram } from '../servers/program.ts';

const STAGES = [{ name: '审核', executor_rule: 'chosen' }];

/**
 * Writers that log acknowledged writes. Every write is a process template with a unique name, sent once, so that a
 * test can find it by name. The number of templates has no limit.
 */
export class Writers {
  readonly acknowledged = new Set<string>();
  readonly refused: string[] = [];
  #running = true;
  #tasks: Promise<void>[] = [];
  #serial = 0;

  constructor(target: () => { address: string; token: string } | null, count: number) {
    this.#tasks = Array.from({ length: count }, () => this.#write(target));
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#tasks);
  }

  async #write(target: () => { address: string; token: string } | null): Promise<void> {
    while (this.#running) {
      const where = target();
      if (!where) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      this.#serial += 1;
      const name = `D${this.#serial}-${Math.random().toString(36).slice(2, 10)}`;
      try {
        const answer = await callProgram(
          where.address,
          templateAdd,
          { name, kind: 'task', stages: STAGES },
          where.token,
        );
        if (answer.code === 0) this.acknowledged.add(name);
        else this.refused.push(`${answer.status} ${answer.code} ${answer.msg}`);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 5)); // the server does not answer: the write is not acknowledged
      }
    }
  }
}

/**
 * The process id of the embedded server of this folder, once it accepts connections; each restart gives a new one. It
 * reads the server's own file, because a joined client would keep the server running.
 */
export async function databasePid(dataDir: string, patienceMs = 20_000): Promise<number> {
  const giveUp = Date.now() + patienceMs;
  for (;;) {
    const lines = await readFile(join(dataDir, 'pg', 'data', 'postmaster.pid'), 'utf8').then(
      (text) => text.split('\n'),
      () => [],
    );
    if (lines[7]?.trim() === 'ready') return Number(lines[0]);
    if (Date.now() > giveUp) throw new Error(`no database server runs in ${dataDir}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Compares acknowledged names with the database: missing names, and names without exactly one row and one line in the
 * action log. This finds a write without a log line, and a write that ran twice after a lost answer.
 */
export async function compare(
  url: string,
  acknowledged: ReadonlySet<string>,
): Promise<{ lost: string[]; unlike: string[]; rows: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; rows: number; lines: number }>(
    `select name, count(distinct d.id)::int as rows, count(distinct l.id)::int as lines
     from (select id, name from process_template where name ~ '^D[0-9]+-'
             and exists (select from process_template_stage s where s.template_id = process_template.id)) d
     full join (select id, target_name as name from action_log where event = 'processes.templateAdded' and target_name ~ '^D[0-9]+-') l
       using (name)
     group by name`,
  );
  await client.end();
  const found = new Set(rows.filter((row) => row.rows > 0).map(({ name }) => name));
  return {
    lost: [...acknowledged].filter((name) => !found.has(name)),
    unlike: rows
      .filter((row) => row.rows !== 1 || row.lines !== 1)
      .map(({ name, rows: templates, lines }) => `${name}: ${templates} rows, ${lines} lines`),
    rows: found.size,
  };
}
