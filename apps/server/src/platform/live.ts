import { sql } from 'kysely';
import type { Lent, Trx } from './db.ts';
import type { DB } from './db-types.ts';
import type { Log } from './log.ts';

/** What a browser is told: that something changed, never what. It asks again over the ordinary calls, where rights are judged. */
export interface LiveFrame {
  readonly type: string;
  readonly id?: number;
  readonly project_id?: number;
}

/** Who is told. A project's audience is judged at delivery, so who lost the project hears nothing more of it. */
export interface Audience {
  readonly users?: readonly number[];
  readonly project?: number;
}

export interface LiveSocket {
  readonly enterpriseId: number;
  readonly userId: number;
  send(frame: LiveFrame): void;
  /** Sessions of this person have ended: look whether one's own is among them, and close if it is. */
  recheck(): void;
}

/** Between the processes only, never told to a browser. */
const SESSIONS_ENDED = 'session.ended';

const OVERLAP_SECONDS = 10;

/** Live messages of all processes: rows written with the change, read by every http process, told to its sockets. */
export class Live {
  readonly #tables: Lent<Pick<DB, 'live_message'>>;
  readonly #wake: () => void;
  readonly #membersAmong: (enterpriseId: number, projectId: number, users: number[]) => Promise<number[]>;
  readonly #log: Log;
  readonly #sockets = new Set<LiveSocket>();
  #seen = new Map<number, number>();
  #reading = false;
  #again = false;

  constructor(parts: {
    tables: Lent<Pick<DB, 'live_message'>>;
    wake: () => void;
    membersAmong: (enterpriseId: number, projectId: number, users: number[]) => Promise<number[]>;
    log: Log;
  }) {
    this.#tables = parts.tables;
    this.#wake = parts.wake;
    this.#membersAmong = parts.membersAmong;
    this.#log = parts.log;
  }

  /** Tells `audience` once `trx` is committed. */
  async tell(trx: Trx, enterpriseId: number, audience: Audience, frame: LiveFrame): Promise<void> {
    if (audience.users?.length === 0) return;
    await this.#tables
      .within(trx)
      .insertInto('live_message')
      .values({
        enterprise_id: enterpriseId,
        user_ids: audience.users ? [...audience.users] : null,
        project_id: audience.project ?? null,
        frame: JSON.stringify(frame),
      })
      .execute();
    trx.afterCommit(this.#wake);
  }

  /** Once `trx` is committed every process closes the sockets whose session ended with it. */
  sessionsEnded(trx: Trx, enterpriseId: number, userId: number): Promise<void> {
    return this.tell(trx, enterpriseId, { users: [userId] }, { type: SESSIONS_ENDED });
  }

  join(socket: LiveSocket): () => void {
    this.#sockets.add(socket);
    return () => this.#sockets.delete(socket);
  }

  /** Reads what came since and tells the sockets of this process. */
  wake(): void {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    void this.#read()
      .catch((error: unknown) =>
        this.#log.debug({ err: error }, 'live messages could not be read; the poll tries again'),
      )
      .finally(() => {
        this.#reading = false;
        if (this.#again) {
          this.#again = false;
          this.wake();
        }
      });
  }

  /** Messages older than the overlap are of no use to anybody. */
  async sweep(): Promise<void> {
    await this.#tables.read
      .deleteFrom('live_message')
      .where('created_at', '<', sql<Date>`now() - interval '1 minute'`)
      .execute();
  }

  async #read(): Promise<void> {
    if (this.#sockets.size === 0) return;
    // Ids commit out of order, so the last seconds are read again and known ones skipped.
    const rows = await this.#tables.read
      .selectFrom('live_message')
      .select(['id', 'enterprise_id', 'user_ids', 'project_id', 'frame'])
      .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${OVERLAP_SECONDS})`)
      .orderBy('id')
      .limit(1000)
      .execute();
    const now = Date.now();
    for (const row of rows) {
      if (this.#seen.has(row.id)) continue;
      this.#seen.set(row.id, now);
      await this.#deliver(row.enterprise_id, row.user_ids, row.project_id, row.frame as unknown as LiveFrame);
    }
    for (const [id, at] of this.#seen) if (now - at > 2 * OVERLAP_SECONDS * 1000) this.#seen.delete(id);
  }

  async #deliver(
    enterpriseId: number,
    users: number[] | null,
    projectId: number | null,
    frame: LiveFrame,
  ): Promise<void> {
    const own = [...this.#sockets].filter((socket) => socket.enterpriseId === enterpriseId);
    if (own.length === 0) return;
    let heard = new Set(users ?? own.map((socket) => socket.userId));
    if (projectId !== null) {
      const candidates = [...heard].filter((user) => own.some((socket) => socket.userId === user));
      heard = new Set(await this.#membersAmong(enterpriseId, projectId, candidates));
    }
    for (const socket of own.filter(({ userId }) => heard.has(userId))) {
      if (frame.type === SESSIONS_ENDED) socket.recheck();
      else socket.send(frame);
    }
  }
}
