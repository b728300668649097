import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { done, list, nested, text, version, whole } from '@prdm/contract/kit/fields';
import { endpoint, ref, type WithoutIds } from '@prdm/contract/kit';
import { buildApp } from '../../app.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import { buildFile, buildPerson, buildProject, PASSWORD } from '../worlds/builders.ts';
import { callOn, signInOn } from '../worlds/calls.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';

/**
 * Endpoints with careless declarations. Each would return the file of another project, so the program does not start
 * with them.
 */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

const careless = <I extends z.ZodType>(input: I) =>
  endpoint({ method: 'POST', path: '/apis/careless/read', access: 'signed-in', input, output: done });

const startWith = (also: (mount: Mount) => void) => buildApp(app.platform, app.modules, app.env, { also });

const refusalOf = (input: z.ZodType): Promise<string> =>
  startWith((mount) => mount(careless(input), () => Promise.resolve(null))).then(
    async (started) => {
      await started.close();
      return 'it started';
    },
    (error: Error) => error.message,
  );

describe('the program does not start with', () => {
  it.each([
    ['an id in a record', z.strictObject({ files: z.record(z.string(), whole(1)) }), 'files'],
    ['a declared id in a record', z.strictObject({ files: z.record(z.string(), ref('file')) }), 'files'],
    [
      'an id in a nested list',
      z.strictObject({ groups: list(z.strictObject({ ids: list(whole(1)) })) }),
      'groups.*.ids.*',
    ],
    ['an id named fileId', z.strictObject({ fileId: whole(1) }), 'fileId'],
    ['an id named like a quantity', z.strictObject({ version: z.number() }), 'version'],
  ])('%s', async (_what, input, field) => {
    expect(await refusalOf(input)).toContain(`POST /apis/careless/read, field ${field}: `);
  });

  it.each([
    ['record', z.record(z.string(), ref('file'))],
    ['tuple', z.tuple([ref('file')])],
    ['set', z.set(ref('file'))],
    ['map', z.map(z.string(), ref('file'))],
    ['lazy', z.lazy(() => ref('file'))],
    ['intersection', z.intersection(z.strictObject({ a: ref('file') }), z.strictObject({ b: ref('file') }))],
    ['union of different records', z.union([ref('file'), ref('folder')])],
    ['promise', z.promise(ref('file'))],
    ['object that takes other fields', z.looseObject({ a: ref('file') })],
    ['transform', list(ref('file')).transform((ids) => ids.map(String))],
    ['coercion', z.coerce.number()],
    ['anything', z.unknown()],
    ['JSON text', nested(z.record(z.string(), z.unknown()))],
  ])('an id behind a %s', async (_what, held) => {
    expect(await refusalOf(z.strictObject({ held }))).toContain('POST /apis/careless/read, field held');
  });

  it('starts with a correct one', async () => {
    expect(await refusalOf(z.strictObject({ id: ref('file', 'view'), version: version() }))).toBe('it started');
  });
});

const honest = careless(
  z.strictObject({
    id: ref('file', 'view'),
    others: list(z.strictObject({ note: text(), file_ids: list(ref('file', 'download')) })).default([]),
    version: version(),
  }),
);
type Parsed = z.output<typeof honest.input>;

describe('a handler', () => {
  it('receives no id, whatever it spreads, and every record authorised', async () => {
    const [mine, stranger] = [await buildPerson(app), await buildPerson(app)];
    const project = await buildProject(app, { managerId: mine.id });
    const foreign = await buildProject(app, { managerId: stranger.id });
    const [first, second] = [
      await buildFile(app, { projectId: project.id, by: mine.id }),
      await buildFile(app, { projectId: project.id, by: mine.id }),
    ];
    const theirs = await buildFile(app, { projectId: foreign.id, by: stranger.id });
    const seen: unknown[] = [];
    const started = await startWith((mount) => {
      const { file } = app.modules.files.kinds;
      mount(honest, (input, { given, subject, subjects }) => {
        seen.push({ ...input });
        seen.push(
          subject(file, 'id').row.name,
          subjects(file, 'others.*.file_ids.*').map(({ id }) => id),
        );
        seen.push(given.others.map(({ note, file_ids }) => [note, file_ids.map(({ id }) => id)]));
        return Promise.resolve(null);
      });
    });
    try {
      const token = await signInOn(started, mine.account, PASSWORD);
      const others = [{ note: 'a', file_ids: [first.id, second.id] }];
      const answer = await callOn(started, honest, { id: first.id, others, version: 1 }, { token, json: true });
      expect(answer.code).toBe(0);
      expect(seen).toEqual([
        { version: 1, others: [{ note: 'a' }] },
        first.name,
        [first.id, second.id],
        [['a', [first.id, second.id]]],
      ]);
      const smuggled = [{ note: 'a', file_ids: [first.id, theirs.id] }];
      const refused = await callOn(
        started,
        honest,
        { id: first.id, others: smuggled, version: 1 },
        { token, json: true },
      );
      expect(refused).toMatchObject({ code: 444 });
      expect(seen).toHaveLength(4);
    } finally {
      await started.close();
    }
  });

  it('that reads an id from its input, or asks for a record that the schema does not have, is a type error', () => {
    const never = (): boolean => false;
    const file = app.modules.files.kinds.file;
    const folder = app.modules.files.kinds.folder;
    const input = {} as WithoutIds<Parsed>;
    // @ts-expect-error the id is not in the input
    void input.id;
    // @ts-expect-error nor the ids in a list in a list
    void input.others?.[0]?.file_ids;
    void input.version;
    if (never())
      void startWith((mount) =>
        mount(honest, (_input, { subject, subjects, given }) => {
          // @ts-expect-error the schema has no such path
          subject(file, 'file_id');
          // @ts-expect-error the schema names a file there, and no folder
          subject(folder, 'id');
          // @ts-expect-error the list is deeper
          subjects(file, 'others.*.file_ids');
          // @ts-expect-error viewing was judged, and editing was not
          void app.modules.files.calls.renameFile(given as never, { file: subject(file, 'id'), name: '', version: 1 });
          // @ts-expect-error a number is no authorised record
          void app.modules.files.calls.renameFile(given as never, { file: { id: 1 }, name: '', version: 1 });
          return Promise.resolve(null);
        }),
      );
    expect(never()).toBe(false);
  });
});
