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

/** Whoever begins to listen hears what was told a moment ago: a change may have become readable just before. */
const FIRST_SECONDS = 60;
const KEPT_SECONDS = 120;
const PAGE = 1000;

interface Message {
  readonly id: number;
  readonly xact: string;
  readonly enterprise_id: number;
  readonly user_ids: number[] | null;
  readonly project_id: number | null;
  readonly frame: LiveFrame;
}

/** Live messages of all processes: rows written with the change, read by every http process, told to its sockets. */
export class Live {
  readonly #tables: Lent<Pick<DB, 'live_message'>>;
  readonly #wake: () => void;
  readonly #membersAmong: (enterpriseId: number, projectId: number, users: number[]) => Promise<number[]>;
  readonly #log: Log;
  readonly #sockets = new Set<LiveSocket>();
  /** Told already, by id, with the transaction that wrote it; only of transactions from #since on. */
  #seen = new Map<number, bigint>();
  /** All transactions below have been read; null while nobody listens. */
  #since: bigint | null = null;
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

  /** Messages of long ago have been read by all processes. */
  async sweep(): Promise<void> {
    await this.#tables.read
      .deleteFrom('live_message')
      .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${KEPT_SECONDS})`)
      .execute();
  }

  /**
   * Neither ids nor times tell what is new: a message becomes readable when its transaction ends, however long ago it was written. So all
   * is read of the transactions that had not ended at the last reading, and what is known is skipped. When one cannot be told, the next
   * reading begins at the same place.
   */
  async #read(): Promise<void> {
    if (this.#sockets.size === 0) {
      this.#since = null;
      this.#seen.clear();
      return;
    }
    const now = await sql<{ ended: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as ended`.execute(
      this.#tables.read,
    );
    const ended = BigInt(now.rows[0]?.ended ?? 0);
    for (let after = 0; ;) {
      const messages = await this.#page(after);
      for (const message of messages) {
        if (this.#seen.has(message.id)) continue;
        await this.#deliver(message.enterprise_id, message.user_ids, message.project_id, message.frame);
        this.#seen.set(message.id, BigInt(message.xact));
      }
      after = messages.at(-1)?.id ?? after;
      if (messages.length < PAGE) break;
    }
    this.#since = ended;
    for (const [id, xact] of this.#seen) if (xact < ended) this.#seen.delete(id);
  }

  async #page(after: number): Promise<readonly Message[]> {
    const since = this.#since;
    const rows = await this.#tables.read
      .selectFrom('live_message')
      .select(['id', 'xact', 'enterprise_id', 'user_ids', 'project_id', 'frame'])
      .where('id', '>', after)
      .where(
        since === null
          ? sql<boolean>`created_at > now() - make_interval(secs => ${FIRST_SECONDS})`
          : sql<boolean>`xact >= ${String(since)}::xid8`,
      )
      .orderBy('id')
      .limit(PAGE)
      .execute();
    return rows.map((row) => ({ ...row, frame: row.frame as unknown as LiveFrame }));
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
