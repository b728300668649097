import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '@prdm/access';
import type { Lang } from '@prdm/locales';
import type { Actor } from '../actor.ts';
import type { Log } from '../log.ts';

import { withIdsReplaced, type IdPath, type RefPath, type RightAt, type SubjectKindName } from '@prdm/contract/kit';
import type { Authorised, Authorized, Given } from '../ids/authorized.ts';
import type { SubjectKind } from '../ids/subject.ts';
import type { RepeatedCall } from '../repeats/repeated-call.ts';

/** The session of a signed-in user. The identity module creates it. */
export interface Session {
  readonly id: number;
  readonly enterpriseId: number;
  readonly userId: number;
  readonly account: string;
  readonly name: string;
  /** The user has a generated password and must change it. Until then nearly all calls are refused. */
  readonly mustChange: boolean;
}

/** The context of a handler: the caller, the client, and the authorised records. */
export interface CallContext {
  readonly lang: Lang;
  readonly ip: string;
  readonly agent: string;
  readonly requestId: string;
  readonly log: Log;
  /** The token of the call, '' when there is none. */
  readonly token: string;
  /** Only on calls that need a session; throws on a public call. */
  readonly session: Session;
  readonly principal: Principal;
  readonly actor: Actor;
  /** The one project of the call's ids. Throws when they belong to none. */
  readonly projectId: number;
  /** The same, but null when they belong to none. */
  readonly maybeProjectId: number | null;
  /** Reads session and rights again and judges the call's nodes. For raw calls, whose handler reads a long body. Throws 5, 1005 or 403. */
  judgeAgain(): Promise<void>;
}

/**
 * The context of one call with the parsed input `T`. Records are read by the path of their id in the schema. A path, kind or right that the
 * schema does not have is a type error.
 */
export interface Call<T> extends CallContext {
  /** The input with the authorised record in place of each id, for services that write many of them. */
  readonly given: Given<T>;
  /** The authorised record of an input field. Throws when the input does not have the field. */
  subject<Row, K extends SubjectKindName, P extends IdPath<T, K>>(
    kind: SubjectKind<Row, K>,
    path: P,
  ): Authorized<Row, RightAt<T, P>, K>;
  maybeSubject<Row, K extends SubjectKindName, P extends IdPath<T, K>>(
    kind: SubjectKind<Row, K>,
    path: P,
  ): Authorized<Row, RightAt<T, P>, K> | null;
  /** All records at a path with '*' for every entry: 'stages.*.executor_ids.*'. */
  subjects<Row, K extends SubjectKindName, P extends IdPath<T, K>>(
    kind: SubjectKind<Row, K>,
    path: P,
  ): Authorized<Row, RightAt<T, P>, K>[];
}

/** State of a request between its hooks. */
export interface CallState {
  token: string;
  session: Session | null;
  principal: Principal | null;
  input: unknown;
  authorised: Authorised | null;
  /** Null for a call without a key. */
  repeat: RepeatedCall | null;
  /** The rights were read before the body was complete, so they are read again after it. */
  isBodyLate: boolean;
}

export interface RawCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function contextOf(
  state: CallState,
  base: Pick<CallContext, 'lang' | 'ip' | 'agent' | 'requestId' | 'log' | 'judgeAgain'>,
  refs: readonly RefPath[],
): Call<never> {
  const signedIn = <T>(value: T | null): T => {
    if (value === null) throw new Error('a public call has no session');
    return value;
  };
  const authorised = (): Authorised => {
    if (!state.authorised) throw new Error('nothing was authorised for this call');
    return state.authorised;
  };
  const context = {
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
    get given() {
      return withIdsReplaced(state.input, refs, ({ field }) => authorised().at(field));
    },
    subject: (kind: SubjectKind<unknown>, path: string) => authorised().one(kind, path),
    maybeSubject: (kind: SubjectKind<unknown>, path: string) => authorised().maybe(kind, path),
    subjects: (kind: SubjectKind<unknown>, path: string) => authorised().all(kind, path),
  };
  return context as unknown as Call<never>;
}
