import type { z } from 'zod';
import type { Code } from './codes.ts';
import type { Node } from './nodes.ts';

export { askedOf, askedRecords, type AskedRecord, type AskedRecords } from './ids/asked.ts';
export { conversion, once, quantity } from './ids/declared.ts';
export { keyRef, ref, SUBJECT_KINDS, type Id, type Key, type SubjectKindName, type SubjectRef } from './ids/refs.ts';
export type { Bare, IdAt, IdPath, RightAt, WithoutIds } from './ids/types.ts';
export { idsAt, withIdsReplaced, withoutIds, type PlacedId } from './ids/values.ts';
export { refsOf, type RefPath } from './ids/walk.ts';

/**
 * The caller's data range of the node is not empty. `read` includes the departments that the caller heads, `write` only
 * roles that hold the node. The call itself filters its rows and judges its ids by the same range.
 */
export interface RangeAccess {
  readonly scope: 'range';
  readonly node: Node;
  readonly use: 'read' | 'write';
  /** The range must be the whole enterprise: the call changes a list that all departments share. */
  readonly whole?: true;
}

/** Only a system administrator. Such a call concerns enterprises and shows no business record. */
export interface SystemAccess {
  readonly scope: 'system';
}

/**
 * The access rule of an endpoint. There is no default: an endpoint without it does not compile, and a route without it
 * stops the start. The server judges `project` scope in the project of the call's ids, and `enterprise` scope by the
 * caller's own list. `signed-in` is every person of an enterprise. `own` is a system administrator too, because the call
 * concerns nothing but the caller: profile, password, sessions.
 */
export type Access =
  | 'public'
  | 'own'
  | 'signed-in'
  | SystemAccess
  | RangeAccess
  | { scope: 'enterprise' | 'project'; anyOf: readonly [Node, ...Node[]] }
  | { scope: 'enterprise' | 'project'; allOf: readonly [Node, ...Node[]] };

/** The format of the bytes, when it is not the usual form input and envelope output. */
export type Transport = 'form' | 'tus' | 'socket' | 'download' | 'multipart' | 'document';

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly path: `/apis/${string}`;
  readonly access: Access;
  /** The record is the page: refusals show the error pages (403, 404) instead of 1005 and 1006. */
  readonly page?: true;
  /** Project-scoped ids may belong to an archived project (to read the archived list, to undo the archiving). */
  readonly archived?: 'allowed';
  /** POST only: the query holds the input, as specified for this call. Every other POST refuses a query. */
  readonly inputFrom?: 'query';
  /** Ids of this call may belong to different projects (copy from one to another). */
  readonly crossProject?: true;
  readonly transport: Transport;
  /** Multipart only: the text parts beside the file. The query holds the input. No ids. */
  readonly parts?: z.ZodObject;
  /** Downloads only: the media type of the bytes, for the description of the API. */
  readonly media?: string;
  /** Refusals beside those that follow from access, ids and versions, for the description of the API. */
  readonly refuses?: readonly Code[];
  readonly input: I;
  readonly output: O;
}

type Declared<I extends z.ZodType, O extends z.ZodType> = Omit<Endpoint<I, O>, 'transport'> & { transport?: Transport };

/** Declares a call. Server, OpenAPI, client types, form rules and the access matrix derive from this value. */
export const endpoint = <I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O>): Endpoint<I, O> => ({
  transport: 'form',
  ...declared,
});

/** The media type of spreadsheets. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The envelope of every answer. `msg` is in the reader's language. */
export interface Envelope<D = unknown> {
  code: number;
  msg: string;
  data: D;
}
