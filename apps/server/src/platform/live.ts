import { sql } from 'kysely';
import type { ModuleDb, Trx } from './db.ts';
import type { DB } from './db-types.ts';
import type { Log } from './log.ts';

/** A frame says that something changed, never what. The browser then reloads through the ordinary calls, which check the rights. */
export interface LiveFrame {
  readonly type: string;
  readonly id?: number;
  readonly project_id?: number;
  /** The kind of the changed entries, for the type `entity`. */
  readonly kind?: string;
}

/** Receivers of a message. The members of a project are read at delivery, so a removed member gets nothing more. */
export interface Audience {
  readonly users?: readonly number[];
  readonly project?: number;
}

export interface LiveSocket {
  readonly enterpriseId: number;
  readonly userId: number;
  send(frame: LiveFrame): void;
  /** Sessions of this user have ended. The socket checks its own session, and closes if it has ended. */
  recheck(): void;
}

/** A message between processes; browsers never get it. */
const SESSIONS_ENDED = 'session.ended';

/** The first read also covers this many past seconds: a change may have been committed just before the socket joined. */
const FIRST_SECONDS = 60;
const KEPT_SECONDS = 120;
const PAGE = 1000;
/** Limit for one user in one process. A process does not know the sockets of the others. */
const SOCKETS_MAX = 20;

const isSamePerson = (one: LiveSocket, other: LiveSocket): boolean =>
  one.userId === other.userId && one.enterpriseId === other.enterpriseId;

interface Message {
  readonly id: number;
  readonly xact: string;
  readonly enterprise_id: number;
  readonly user_ids: number[] | null;
  readonly project_id: number | null;
  readonly frame: LiveFrame;
}

/**
 * Live messages of all processes. A message is a row, written in the transaction of its change. Every http process reads the rows and sends
 * them to its sockets.
 */
export class Live {
  readonly #tables: ModuleDb<Pick<DB, 'live_message'>>;
  readonly #wake: () => void;
  readonly #membersAmong: (enterpriseId: number, projectId: number, users: number[]) => Promise<number[]>;
  readonly #log: Log;
  readonly #sockets = new Set<LiveSocket>();
  /** Delivered message ids with the transaction that wrote each. Holds transactions from #since on only. */
  #seen = new Map<number, bigint>();
  /** All transactions below this one are read. null while the process has no sockets. */
  #since: bigint | null = null;
  #reading = false;
  #again = false;

  constructor(parts: {
    tables: ModuleDb<Pick<DB, 'live_message'>>;
    wake: () => void;
    membersAmong: (enterpriseId: number, projectId: number, users: number[]) => Promise<number[]>;
    log: Log;
  }) {
    this.#tables = parts.tables;
    this.#wake = parts.wake;
    this.#membersAmong = parts.membersAmong;
    this.#log = parts.log;
  }

  /** Sends `frame` to `audience` after `trx` commits. */
  async notify(trx: Trx, enterpriseId: number, audience: Audience, frame: LiveFrame): Promise<void> {
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

  /** After `trx` commits, every process closes the sockets whose session ended with it. */
  sessionsEnded(trx: Trx, enterpriseId: number, userId: number): Promise<void> {
    return this.notify(trx, enterpriseId, { users: [userId] }, { type: SESSIONS_ENDED });
  }

  /** The same for all people of an enterprise. */
  allSessionsEnded(trx: Trx, enterpriseId: number): Promise<void> {
    return this.notify(trx, enterpriseId, {}, { type: SESSIONS_ENDED });
  }

  /**
   * Returns a function that removes the socket, or null when the user has SOCKETS_MAX in this process.
   * The newest is refused. If the oldest were closed, its browser would reconnect, and 21 windows would replace each other for ever. A
   * refused browser retries, and polls by ordinary calls meanwhile.
   */
  join(socket: LiveSocket): (() => void) | null {
    const own = [...this.#sockets].filter((one) => isSamePerson(one, socket));
    if (own.length >= SOCKETS_MAX) return null;
    this.#sockets.add(socket);
    return () => this.#sockets.delete(socket);
  }

  /** Reads new messages and sends them to the sockets of this process. */
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

  /** Deletes old messages; all processes have read them. */
  async sweep(): Promise<void> {
    await this.#tables.read
      .deleteFrom('live_message')
      .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${KEPT_SECONDS})`)
      .execute();
  }

  /**
   * Neither ids nor times show which messages are new: a message becomes visible when its transaction commits, perhaps long after the
   * insert.
   * So each read covers all transactions that were open at the last read, and skips delivered ids. When a delivery fails, the next read
   * begins at the same point.
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
    let receivers = new Set(users ?? own.map((socket) => socket.userId));
    if (projectId !== null) {
      const candidates = [...receivers].filter((user) => own.some((socket) => socket.userId === user));
      receivers = new Set(await this.#membersAmong(enterpriseId, projectId, candidates));
    }
    for (const socket of own.filter(({ userId }) => receivers.has(userId))) {
      if (frame.type === SESSIONS_ENDED) socket.recheck();
      else socket.send(frame);
    }
  }
}
