import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  blank,
  count,
  flag,
  list,
  moment,
  nested,
  onceEach,
  someOf,
  text,
  version,
  whole,
} from '@prdm/contract/kit/fields';
import { idsAt, ref, refsOf, withIdsReplaced, withoutIds } from '@prdm/contract/kit';

const file = () => ref('file', 'view');
const paths = (schema: z.ZodType) =>
  refsOf(schema).map(({ path, ref: { kind, right } }) => `${path.join('.')} ${kind}/${right}`);
const refusal = (schema: z.ZodType): string => {
  try {
    refsOf(z.strictObject({ at: schema }));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the ids of an input', () => {
  it.each([
    ['optional', file().optional()],
    ['nullable', file().nullable()],
    ['nullish', file().nullish()],
    ['nonoptional', z.nonoptional(file().optional())],
    ['default', file().default(7 as never)],
    ['prefault', file().prefault(7)],
    ['catch', file().catch(7 as never)],
    ['readonly', file().readonly()],
    ['preprocess', blank(file().optional())],
    ['refine', file().refine((id) => id > 3)],
    ['superRefine', file().superRefine(() => undefined)],
    ['describe', file().describe('a file')],
    ['meta', file().meta({ title: 'a file' })],
    ['pipe', z.string().pipe(file() as never)],
    ['union with fixed values', z.union([z.literal(''), z.null(), file()])],
    ['union with itself', z.union([file(), file()])],
  ])('are found behind %s', (_what, schema) => {
    expect(paths(z.strictObject({ at: schema }))).toEqual(['at file/view']);
  });

  it('are found in lists of lists, in objects in lists, and in the options of a union', () => {
    const one = z.strictObject({ kind: z.literal('one'), people: list(ref('user')) });
    const two = z.strictObject({ kind: z.literal('two'), task: ref('task', 'edit').optional() });
    const schema = z.strictObject({
      chosen: z.array(z.array(ref('user', 'any'))).max(3),
      stages: nested(z.array(z.strictObject({ name: text(), executor_ids: onceEach(list(ref('user'))) }))),
      some: someOf(ref('project')),
      what: z.discriminatedUnion('kind', [one, two]),
    });
    expect(paths(schema)).toEqual([
      'chosen.*.* user/any',
      'stages.*.executor_ids.* user/read',
      'some.* project/read',
      'what.people.* user/read',
      'what.task task/edit',
    ]);
  });
});

describe('a schema that could carry an unchecked id stops the start and names the field', () => {
  it.each([
    ['record', z.record(z.string(), file())],
    ['partialRecord', z.partialRecord(z.enum(['a']), file())],
    ['tuple', z.tuple([file()])],
    ['set', z.set(file())],
    ['map', z.map(z.string(), file())],
    ['lazy', z.lazy(() => file())],
    ['promise', z.promise(file())],
    ['intersection', z.intersection(z.strictObject({ a: file() }), z.strictObject({ b: file() }))],
    ['and()', z.strictObject({ a: file() }).and(z.strictObject({ b: file() }))],
    ['any', z.any()],
    ['unknown', z.unknown()],
    ['custom', z.custom<number>()],
    ['instanceof', z.instanceof(Date)],
    ['json', z.json()],
    ['a template of text', z.templateLiteral(['file-', z.number()])],
    ['an object with other fields', z.looseObject({ a: file() })],
    ['an object with a catchall', z.object({ a: file() }).catchall(z.number())],
    ['a codec', z.codec(z.string(), z.number(), { decode: Number, encode: String })],
    ['stringbool, which is a codec', z.stringbool()],
    ['a transform', z.string().transform(Number)],
    ['a transform of ids', list(file()).transform((ids) => ids.map(Number))],
    ['a transform alone', z.transform(Number)],
    ['preprocess before a transform', z.preprocess(Number, z.transform(Number))],
    ['a record behind preprocess', nested(z.record(z.string(), file()))],
    ['a pipe to anything', file().pipe(z.any())],
    ['a pipe to plain numbers', list(file()).pipe(z.array(z.number()) as never)],
    ['a union of different records', z.union([ref('file'), ref('folder')])],
    ['a union of different rights', z.union([ref('file', 'view'), ref('file', 'edit')])],
    ['a union of an id and text', z.union([file(), z.string()])],
    ['a union of an id and a quantity', z.union([file(), count(9)])],
    ['a union of an id and a list of ids', z.union([file(), z.array(file())])],
    [
      'a union of objects that name different records at one place',
      z.union([z.strictObject({ id: ref('file') }), z.strictObject({ id: ref('folder') })]),
    ],
    ['an id too deep', z.array(z.array(z.array(z.array(z.array(z.array(file()))))))],
    ['a name that reads as a path', z.strictObject({ 'a.b': file() })],
    ['a name that reads as a list', z.strictObject({ '*': file() })],
  ])('%s', (_what, schema) => {
    expect(refusal(schema)).toMatch(/^at\b.*: \S/);
  });

  it.each([
    ['z.number()', z.number()],
    ['z.int()', z.int()],
    ['z.int32()', z.int32()],
    ['z.bigint()', z.bigint()],
    ['z.nan()', z.nan()],
    ['z.coerce.number()', z.coerce.number()],
    ['whole()', whole(1)],
    ['in a list', list(whole(1))],
    ['in a union', z.union([z.number(), z.literal('all')])],
    ['behind a default', z.number().default(1)],
    ['in an object in a list', z.array(z.strictObject({ position: z.number() }))],
  ])('a number without a meaning, whatever its name: %s', (_what, schema) => {
    expect(refusal(schema)).toMatch(/^at\b.*: a number is a ref\(\) or is declared as a quantity/);
    expect(() => refsOf(z.strictObject({ sort: z.strictObject({ count: schema }) }))).toThrow(/^sort\.count/);
  });

  it('accepts quantities, text, days and flags', () => {
    const schema = z.strictObject({
      version: version(),
      rooms: count(10).optional(),
      word: text(),
      at: moment().optional(),
      on: flag(),
      state: z.enum(['a', 'b']).default('a'),
      shape: z.literal(1),
    });
    expect(refsOf(schema)).toEqual([]);
  });
});

describe('the values of an input', () => {
  const schema = z.strictObject({
    id: ref('task'),
    parent: z.union([z.null(), ref('task')]).optional(),
    version: version(),
    chosen: z.array(z.array(ref('user'))).optional(),
    stages: z.array(z.strictObject({ name: text(), people: z.array(ref('user')) })),
    roles: z.array(z.strictObject({ role: ref('role'), profession: ref('profession').optional() })),
  });
  const refs = refsOf(schema);
  const input = schema.parse({
    id: '5',
    parent: null,
    version: 3,
    chosen: [[1], [2, 3]],
    stages: [
      { name: 'a', people: [7] },
      { name: 'b', people: [] },
    ],
    roles: [{ role: 8 }],
  });

  it('give the path of each id', () => {
    expect(refs.flatMap((ref) => idsAt(input, ref))).toEqual([
      { id: 5, field: 'id' },
      { id: 1, field: 'chosen.0.0' },
      { id: 2, field: 'chosen.1.0' },
      { id: 3, field: 'chosen.1.1' },
      { id: 7, field: 'stages.0.people.0' },
      { id: 8, field: 'roles.0.role' },
    ]);
  });

  it('lose every id before a handler runs, and only the ids', () => {
    const before = structuredClone(input);
    expect(withoutIds(input, refs)).toStrictEqual({
      parent: null,
      version: 3,
      stages: [{ name: 'a' }, { name: 'b' }],
      roles: [{}],
    });
    expect(input).toStrictEqual(before);
  });

  it('get a record in the place of each id', () => {
    const given = withIdsReplaced(input, refs, ({ id, field }) => `${field}=${id}`);
    expect(given).toMatchObject({
      id: 'id=5',
      parent: null,
      chosen: [['chosen.0.0=1'], ['chosen.1.0=2', 'chosen.1.1=3']],
      stages: [{ people: ['stages.0.people.0=7'] }, { people: [] }],
      roles: [{ role: 'roles.0.role=8' }],
    });
  });
});
