import type { Platform } from '../src/platform/platform.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SHANGHAI_MS = 8 * 3_600_000;
/** Work begins at nine. */
const MORNING = 9 * 60;

interface Step {
  readonly at: Date;
  readonly run: () => Promise<void>;
}

/** Columns that the database fills by its own clock, which does not follow the story. */
const OWN_CLOCK: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['staff', ['created_at', 'updated_at']],
  ['project', ['created_at', 'updated_at', 'archived_at']],
  ['project_member', ['joined_at']],
  ['task', ['created_at', 'updated_at']],
  ['folder', ['created_at', 'updated_at']],
  ['file', ['created_at', 'updated_at']],
  ['file_version', ['created_at']],
  ['model', ['created_at']],
  ['model_version', ['created_at']],
  ['attachment', ['added_at']],
  ['viewpoint', ['created_at', 'updated_at']],
  ['handed_viewpoint', ['handed_at']],
  ['notice', ['send_time']],
];

/**
 * The past of the demo institute. Events are planned for a day and then run in that order by the services of the
 * calls. The program's clock shows the time of the story. Histories, numbers and notices therefore follow each other
 * as in a real institute.
 */
export class Story {
  readonly #platform: Platform;
  readonly #today = new Date();
  readonly #steps: Step[] = [];
  /** The real time of each moment of the story. */
  readonly #lived: { real: Date; told: Date }[] = [];

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /**
   * A time some days ago, in working hours; a weekend becomes the Friday before. `minute` counts from nine o'clock.
   * For today it counts back from now.
   */
  moment(daysAgo: number, minute: number): Date {
    const now = this.#today.getTime();
    if (daysAgo <= 0) return new Date(now - (5 + (minute % 180)) * MINUTE_MS);
    const midnight = Math.floor((now + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS;
    const day = new Date(midnight - daysAgo * DAY_MS + SHANGHAI_MS).getUTCDay();
    const back = day === 0 ? 2 : day === 6 ? 1 : 0;
    return new Date(midnight - (daysAgo + back) * DAY_MS + (MORNING + (minute % 540)) * MINUTE_MS);
  }

  plan(daysAgo: number, minute: number, run: () => Promise<void>): void {
    this.#steps.push({ at: this.moment(daysAgo, minute), run });
  }

  /** Runs the planned events, including those that are planned meanwhile for later days. */
  async live(): Promise<void> {
    const { clock } = this.#platform;
    const right = clock.now;
    let day = '';
    try {
      while (this.#steps.length > 0) {
        this.#steps.sort((a, b) => a.at.getTime() - b.at.getTime());
        const step = this.#steps.shift() as Step;
        const today = step.at.toISOString().slice(0, 10);
        if (today !== day) await this.#quiet();
        day = today;
        clock.now = () => step.at;
        this.#lived.push({ real: new Date(), told: step.at });
        await step.run();
      }
      await this.#quiet();
    } finally {
      clock.now = right;
    }
    await this.#retell();
  }

  /** Waits for the follow-up work of a change (notices), which belongs to the same day. */
  async #quiet(): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      const { rows } = await this.#platform.db.pool.query('select 1 from outbox where done_at is null limit 1');
      if (rows.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Replaces the times of the database's clock by the time of the story at that moment. */
  async #retell(): Promise<void> {
    const { pool } = this.#platform.db;
    const real = this.#lived.map((moment) => moment.real.toISOString());
    const told = this.#lived.map((moment) => moment.told.toISOString());
    for (const [table, columns] of OWN_CLOCK) {
      const set = columns.map(
        (
          column,
        ) => `${column} = coalesce((select s.told from unnest($1::timestamptz[], $2::timestamptz[]) s (real, told)
          where s.real <= ${table}.${column} order by s.real desc limit 1), ${table}.${column})`,
      );
      await pool.query(`update ${table} set ${set.join(', ')}`, [real, told]);
    }
    await pool.query(
      `update notice set read_at = send_time + interval '2 hours' where send_time < now() - interval '6 days'`,
    );
  }
}
