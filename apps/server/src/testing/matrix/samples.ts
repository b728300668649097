import { z } from 'zod';
import { refsOf, type Endpoint, type SubjectKindName } from '@prdm/contract/kit';
import { NOTICE_TYPES } from '@prdm/contract/status';

/** Values by field name where the schema's shape does not determine a valid one. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  item_number: 'M-1',
  call: 'task/edit',
  country: 'CN',
  province: '33',
  city: '3301',
  // The first line of a tree stands at the top.
  depth: 0,
  location: '121.47,31.23',
  start_at: '2027-01-04 09:00:00',
  deadline: '2027-02-01 18:00:00',
  to_at: '2027-02-01 18:00:00',
  construction_start: '2027-01-01',
  construction_end: '2028-01-01',
  uploadId: '0'.repeat(32),
  key: '0'.repeat(32),
  password: '0'.repeat(64),
  repassword: '0'.repeat(64),
  phone: '13800000000',
  email: 'a@example.cn',
  colour: '#2b6cb0',
  roles: [{ role: 'designer', bp: 10_000 }],
  advance_limit: '500000.00',
  contract_threshold: '1000000.00',
  month: '2027-01',
  year: '2026',
  workdays: ['1', '2', '3', '4', '5'],
  days: [{ day: '2027-01-04', type: 'holiday', name: 'x' }],
  ways: Object.fromEntries(NOTICE_TYPES.map((type) => [type, 'none'])),
  state: JSON.stringify({
    version: 1,
    origin: [0, 0, 0],
    camera: { position: [1, 1, 1], target: [0, 0, 0], projection: 'perspective' },
  }),
};

/** Optional ids that exclude others of the same call. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  '/apis/file/permissionPreview': ['changes.*.user_id'],
  '/apis/file/permissionSet': ['user_id'],
};

/** Optional fields of a call that accepts an empty value only beside another field. */
const FILLED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { '/apis/task/comment': { text: 'x' } };

interface Def {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
}
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/** Candidate values for a leaf, most ordinary first. The first value that the schema accepts is the sample. */
const LEAVES: readonly unknown[] = [
  '1',
  1,
  'x',
  true,
  '2027-01-01',
  '2027-01-04 09:00:00',
  '0'.repeat(64),
  'a@example.cn',
  '13800000000',
  '1,1',
  {},
  [],
  'zh',
  ['2027-01-04'],
];

/**
 * A valid input for a schema: required fields, and every id, required or optional. `idOf` returns the record of each
 * id. Throws when a field has no sample: BY_NAME then lacks an entry.
 */
export function sampleInput(
  endpoint: Endpoint,
  idOf: (kind: SubjectKindName, path: string) => number | string | null,
  fields: Input = {},
): unknown {
  const ids = new Map(refsOf(endpoint.input).map(({ path, ref }) => [path.join('.'), ref.kind]));
  const build = (schema: z.ZodType, path: string[]): unknown => {
    const kind = ids.get(path.join('.'));
    if (LEFT_OUT[endpoint.path]?.includes(path.join('.'))) return undefined;
    const left = fields.onlyNeeded !== undefined && fields.onlyNeeded !== path.join('.');
    if (kind && left && schema.safeParse(undefined).success) return undefined;
    if (kind) return idOf(kind, path.join('.')) ?? undefined;
    const hasIds = [...ids.keys()].some((key) => key.startsWith(`${path.join('.')}.`) || path.length === 0);
    const def = defOf(schema);
    if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable' || def.type === 'prefault') {
      return hasIds ? build(def.innerType as z.ZodType, path) : filled(schema, path, fields);
    }
    if (def.shape) {
      const entries = Object.entries(def.shape).map(([key, value]) => [key, build(value, [...path, key])]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    if (def.type === 'pipe') {
      const inner = [def.in, def.out].find(
        (part) => part && ['object', 'array', 'optional', 'default', 'pipe'].includes(defOf(part).type),
      );
      if (inner && hasIds) return build(inner, path);
    }
    if (def.element) {
      if (hasIds) return [build(def.element, [...path, '*'])];
      const one = build(def.element, [...path, '*']);
      return filled(schema, path, fields) ?? (schema.safeParse([]).success ? [] : [one]);
    }
    return filled(schema, path, fields) ?? leaf(schema, path);
  };
  const built = build(endpoint.input, []);
  const filledIn = FILLED[endpoint.path];
  return filledIn ? { ...(built as object), ...filledIn } : built;
}

/** Differences from the ordinary sample. */
export interface Input {
  /** Omits optional ids, except the one at this path. */
  readonly onlyNeeded?: boolean | string;
  /** A value for any field that is not an id, used where the schema accepts it. */
  readonly fill?: (path: string) => unknown;
}

/** The given value of a field in the form that the schema accepts, alone or in a list. */
function filled(schema: z.ZodType, path: string[], { fill }: Input): unknown {
  const value = fill?.(path.filter((step) => step !== '*').join('.'));
  if (value === undefined) return undefined;
  return [value, [value]].find((candidate) => schema.safeParse(candidate).success);
}

/** Every field with a fixed choice of words, and the words. */
export function choicesOf(schema: z.ZodType, path: readonly string[] = []): { path: string; words: string[] }[] {
  const def = defOf(schema);
  if (def.entries) return [{ path: path.join('.'), words: Object.values(def.entries) }];
  if (def.shape) return Object.entries(def.shape).flatMap(([key, value]) => choicesOf(value, [...path, key]));
  const parts = [def.innerType, def.element, def.in, def.out, ...(def.options ?? [])];
  return parts.flatMap((part) => (part ? choicesOf(part, path) : []));
}

function leaf(schema: z.ZodType, path: string[]): unknown {
  const name = path.findLast((part) => part !== '*') ?? '';
  if (name in BY_NAME && schema.safeParse(BY_NAME[name]).success) return BY_NAME[name];
  if (schema.safeParse(undefined).success) return undefined;
  const def = defOf(schema);
  if (def.entries) return Object.values(def.entries)[0];
  const fitting = LEAVES.find((candidate) => schema.safeParse(candidate).success);
  if (fitting === undefined) throw new Error(`no sample for ${path.join('.')}`);
  return fitting;
}
