import { z } from 'zod';
import type { Node } from './nodes.ts';

/**
 * Who may call an endpoint. There is no default: leaving it out does not compile, and a route mounted without it stops the start.
 * `project` scope is judged in the project that the call's ids belong to, `enterprise` by the caller's own list.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | { scope: 'enterprise' | 'project'; anyOf: readonly [Node, ...Node[]] }
  | { scope: 'enterprise' | 'project'; allOf: readonly [Node, ...Node[]] };

/** What the bytes of a call are when they are not the usual form in, envelope out. */
export type Transport = 'form' | 'tus' | 'socket' | 'download' | 'multipart' | 'document';

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly path: `/apis/${string}`;
  readonly access: Access;
  /** The record is the page: refusals lead to the error pages (403, 404) instead of 1005 and 1006. */
  readonly page?: true;
  /** Project-scoped ids may lie in an archived project (reading the archived list, undoing the archiving). */
  readonly archived?: 'allowed';
  /** POST only: the input stands in the query as specified for this call; everywhere else a POST's query is refused. */
  readonly inputFrom?: 'query';
  /** Ids of this call may lie in different projects (copy from one to another). */
  readonly crossProject?: true;
  readonly transport: Transport;
  readonly input: I;
  readonly output: O;
}

type Declared<I extends z.ZodType, O extends z.ZodType> = Omit<Endpoint<I, O>, 'transport'> & { transport?: Transport };

/** The one way to declare a call. Server, OpenAPI, client types, form rules and the access matrix all come from this value. */
export const endpoint = <I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O>): Endpoint<I, O> => ({
  transport: 'form',
  ...declared,
});

/** What an id in a request names, and the right the caller needs on that record (meaning per kind, see the owning module). */
export interface SubjectRef {
  readonly kind: SubjectKindName;
  readonly right: string;
}

/** The kinds of records an id may name. The server refuses to start when a kind used in the registry has no loader. */
export const SUBJECT_KINDS = [
  'user',
  'department',
  'position',
  'role',
  'project',
  'stage',
  'profession',
  'project_type',
  'folder',
  'file',
  'file_version',
  'trash',
  'model',
  'viewpoint',
  'viewpoint_comment',
  'process_template',
  'process',
  'seat',
  'task',
  'notice',
] as const;
export type SubjectKindName = (typeof SUBJECT_KINDS)[number];

const subjectRefs = z.registry<SubjectRef>();

/** Ids are integers in answers and may be text in requests; never 0, never beyond what a double holds exactly. */
const idValue = () =>
  z
    .union([z.number(), z.string().regex(/^[1-9]\d{0,15}$/, 'validation.id')], { error: 'validation.id' })
    .transform(Number)
    .pipe(z.number().int('validation.id').positive('validation.id').max(Number.MAX_SAFE_INTEGER, 'validation.id'));

/**
 * An id in a request. The server loads the record inside the caller's enterprise and judges `right` on it before the handler runs;
 * an id field made otherwise is refused by a test over the registry.
 */
export const ref = (kind: SubjectKindName, right = 'read') => idValue().register(subjectRefs, { kind, right });

/** Where an id stands in an input: a path such as ['stages', '*', 'executor_ids', '*'] with '*' for "every entry". */
export interface RefPath {
  readonly path: readonly string[];
  readonly ref: SubjectRef;
}

interface Def {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: z.ZodType[];
}

const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/** All ids of an input schema with what they name. */
export function refsOf(schema: z.ZodType, path: readonly string[] = []): RefPath[] {
  const found = subjectRefs.get(schema);
  if (found) return [{ path, ref: found }];
  const def = defOf(schema);
  if (def.shape) return Object.entries(def.shape).flatMap(([key, value]) => refsOf(value, [...path, key]));
  if (def.element) return refsOf(def.element, [...path, '*']);
  if (def.type === 'pipe') return [...refsOf(def.in as z.ZodType, path), ...refsOf(def.out as z.ZodType, path)];
  if (def.innerType) return refsOf(def.innerType, path);
  if (def.options) return def.options.flatMap((option) => refsOf(option, path));
  return [];
}

/** An id of a call and where it stands: `stages.0.executor_ids.2`. */
export interface PlacedId {
  readonly id: number;
  readonly field: string;
}

/** The ids that stand at a path of a parsed input, in order, absent ones left out. */
export function idsAt(value: unknown, path: readonly string[], under: readonly string[] = []): PlacedId[] {
  const [head, ...rest] = path;
  if (value === undefined || value === null) return [];
  if (head === undefined) return [{ id: value as number, field: under.join('.') }];
  if (head === '*')
    return (value as unknown[]).flatMap((entry, index) => idsAt(entry, rest, [...under, String(index)]));
  return idsAt((value as Record<string, unknown>)[head], rest, [...under, head]);
}

/** The envelope every answer wears. `msg` is in the reader's language. */
export interface Envelope<D = unknown> {
  code: number;
  msg: string;
  data: D;
}
