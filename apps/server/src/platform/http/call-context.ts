import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '@prdm/access';
import type { Lang } from '@prdm/locales';
import type { Actor } from '../actor.ts';
import type { Log } from '../log.ts';
import type { Authorised, Subject, SubjectKind } from './subjects.ts';

/** A signed-in person's session as the platform needs it; the identity module makes it. */
export interface Session {
  readonly id: number;
  readonly enterpriseId: number;
  readonly userId: number;
  readonly account: string;
  readonly name: string;
  /** Only a generated password: nothing but changing it is allowed until it has been changed. */
  readonly mustChange: boolean;
}

/** What a handler is given: who calls, from where, and the records that were authorised. */
export interface CallContext {
  readonly lang: Lang;
  readonly ip: string;
  readonly agent: string;
  readonly requestId: string;
  readonly log: Log;
  /** The bare token of the call, '' when there is none. */
  readonly token: string;
  /** Signed-in calls only; throws on a public one. */
  readonly session: Session;
  readonly principal: Principal;
  readonly actor: Actor;
  /** The one project that the call's ids belong to; throws when they belong to none. */
  readonly projectId: number;
  /** The same, null when they belong to none. */
  readonly maybeProjectId: number | null;
  /** The authorised record behind a field of the input; 'stages.*.executor_ids.*' for lists. */
  subject<T>(kind: SubjectKind<T>, field: string): Subject<T>;
  maybeSubject<T>(kind: SubjectKind<T>, field: string): Subject<T> | null;
  subjects<T>(kind: SubjectKind<T>, field: string): Subject<T>[];
}

/** What a request carries through its hooks. */
export interface CallState {
  token: string;
  session: Session | null;
  principal: Principal | null;
  input: unknown;
  authorised: Authorised | null;
}

export interface RawCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function contextOf(
  state: CallState,
  base: { lang: Lang; ip: string; agent: string; requestId: string; log: Log },
): CallContext {
  const signedIn = <T>(value: T | null): T => {
    if (value === null) throw new Error('a public call has no session');
    return value;
  };
  const authorised = (): Authorised => {
    if (!state.authorised) throw new Error('nothing was authorised for this call');
    return state.authorised;
  };
  return {
    ...base,
    token: state.token,
    get session() {
      return signedIn(state.session);
    },
    get principal() {
      return signedIn(state.principal);
    },
    get actor() {
      const session = signedIn(state.session);
      return {
        enterpriseId: session.enterpriseId,
        userId: session.userId,
        name: session.name,
        ip: base.ip,
        agent: base.agent,
        lang: base.lang,
      };
    },
    get projectId() {
      const id = authorised().projectId;
      if (id === null) throw new Error('the call belongs to no single project');
      return id;
    },
    get maybeProjectId() {
      return authorised().projectId;
    },
    subject: (kind, field) => authorised().one(kind, field),
    maybeSubject: (kind, field) => authorised().maybe(kind, field),
    subjects: (kind, field) => authorised().all(kind, field),
  };
}
