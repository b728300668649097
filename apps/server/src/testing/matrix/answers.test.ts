import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registry } from '@prdm/contract';
import { count, text } from '@prdm/contract/kit/fields';
import { endpoint, ref, refsOf, type Endpoint } from '@prdm/contract/kit';
import { buildApp } from '../../app.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { leaksOf, questionsOf, wordsIn, type Leak } from './answers.ts';
import { buildMatrixWorld, MARKERS, type MatrixWorld } from './world.ts';

let app: TestApp;
let world: MatrixWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await buildMatrixWorld(app);
}, 180_000);
afterAll(() => app.stop());

const LIMIT_MS = 600_000;
/** Calls that end their own session. */
const ENDS_SESSION = new Set(['/apis/pub/logout']);
const asked = registry.filter(({ transport, path }) => transport !== 'socket' && !ENDS_SESSION.has(path));
/** Reading calls first, because the others change the data. */
const inOrder = [...asked.filter(({ method }) => method === 'GET'), ...asked.filter(({ method }) => method !== 'GET')];

/** Words that a person outside the sister project or the other enterprise may never read. */
const SECRETS = [MARKERS.sister, MARKERS.sisterAccount, MARKERS.foreign];
/** Calls that show all colleagues of one enterprise by name: the pickers, the palette, and the templates of the firm. */
const DIRECTORY = new Set([
  'GET /apis/user/tree',
  'GET /apis/user/user_tree',
  'GET /apis/process/info',
  'GET /apis/fhome/find',
]);

async function leaksTo(
  token: string | null,
  endpoints: readonly Endpoint[],
  words: readonly string[],
  server = app.app,
) {
  const leaks: Leak[] = [];
  let [questions, passed] = [0, 0];
  for (const one of endpoints) {
    const found = await leaksOf(server, one, { world, token, words });
    leaks.push(...found.leaks);
    questions += found.questions;
    passed += found.passed;
  }
  return { leaks, questions, passed };
}

describe('the answers of all calls, made for real', () => {
  it('show a designer nothing of the sister project or of another enterprise', { timeout: LIMIT_MS }, async () => {
    const words = [...SECRETS, MARKERS.sisterPerson];
    const { leaks, questions, passed } = await leaksTo(world.tokens['designer'] ?? null, inOrder, words);
    console.log(`answers read as a designer: ${questions}, of which ${passed} were no refusals`);
    const known = (leak: Leak) => leak.shows === MARKERS.sisterPerson && DIRECTORY.has(leak.call);
    expect(leaks.filter((leak) => !known(leak))).toEqual([]);
    expect(passed).toBeGreaterThan(300);
  });

  it.each(['partner', 'employee', 'removed', 'projectManager', 'stranger'])(
    'show nothing of them to: %s',
    { timeout: LIMIT_MS },
    async (actor) => {
      const reading = inOrder.filter(({ method }) => method === 'GET');
      const { leaks } = await leaksTo(world.tokens[actor] ?? null, reading, SECRETS);
      expect(leaks).toEqual([]);
    },
  );

  it('show the superAdmin of another enterprise nothing of this one', { timeout: LIMIT_MS }, async () => {
    const words = [MARKERS.own, MARKERS.archived, MARKERS.sister, MARKERS.sisterAccount, MARKERS.sisterPerson];
    const { leaks, passed } = await leaksTo(world.tokens['otherEnterprise'] ?? null, inOrder, words);
    expect(leaks).toEqual([]);
    expect(passed).toBeGreaterThan(100);
  });

  /** Reading calls about records whose answers hold no name or text: bytes and figures. */
  const NAMELESS = [
    // It names the records of the call that it asks about, and the sample names none.
    '/apis/access/why',
    // It answers a number.
    '/apis/action_log/count',
    // A packed spreadsheet. The list of the log shows the same rows.
    '/apis/action_log/download',
    '/apis/config/cost/at',
    // Entries of the enterprise belong to no project, so their names hold no marker.
    '/apis/config/label/download',
    '/apis/config/label/index',
    '/apis/handedViewpoint/thumb',
    '/apis/model/data',
    '/apis/model/thumb',
    '/apis/position/download',
    '/apis/position/index',
    '/apis/position/members',
    // The matrix leaves out the manager's role, and no other member of the sister project holds a role.
    '/apis/project/staffing',
    // Roles of the enterprise belong to no project either.
    '/apis/role/info',
    '/apis/role/users',
    '/apis/task/statistics',
    '/apis/user/download',
    // It answers devices and times.
    '/apis/user/sessions',
    '/apis/viewpoint/thumb',
  ];

  it('would be recognised: the same calls show them to authorised readers', { timeout: LIMIT_MS }, async () => {
    const words = [MARKERS.sister, MARKERS.sisterAccount, MARKERS.sisterPerson];
    const silent: string[] = [];
    for (const one of inOrder.filter(({ method, input }) => method === 'GET' && refsOf(input).length > 0)) {
      const shown: string[] = [];
      for (const token of [world.sisterToken, world.tokens['superAdmin'] ?? null])
        for (const question of questionsOf(one, world, 'sister'))
          shown.push(...(await wordsIn(app.app, one, question, token, words)).shows);
      if (shown.length === 0) silent.push(one.path);
    }
    expect(silent.toSorted()).toEqual(NAMELESS);
  });
});

describe('a careless call that declares an id as something else is found by its answer', () => {
  const sister = (id: number) =>
    app.platform.db.pool
      .query<{ name: string }>('select name from file where id = $1', [id])
      .then(({ rows }) => ({ name: rows[0]?.name ?? '' }));
  const output = z.object({ name: z.string() });
  const started: FastifyInstance[] = [];
  afterAll(async () => {
    for (const server of started) await server.close();
  });

  it.each([
    [
      'as a quantity',
      endpoint({
        method: 'GET',
        path: '/apis/careless/quantity',
        access: 'signed-in',
        input: z.strictObject({ fileId: count(1e9).optional() }),
        output,
      }),
      'fileId',
    ],
    [
      'as text, beside a declared one',
      endpoint({
        method: 'POST',
        path: '/apis/careless/text',
        access: 'signed-in',
        input: z.strictObject({ project_id: ref('project'), file: text() }),
        output,
      }),
      'file',
    ],
  ] as const)('%s', { timeout: 60_000 }, async (_what, careless, field) => {
    const server = await buildApp(app.platform, app.modules, app.env, {
      also: (mount) =>
        mount(careless as Endpoint<z.ZodType, typeof output>, (input) =>
          sister(Number((input as Record<string, unknown>)[field] ?? 0) || 0),
        ),
    });
    started.push(server);
    const { leaks } = await leaksTo(world.tokens['designer'] ?? null, [careless], SECRETS, server);
    expect(leaks.map(({ shows }) => shows)).toContain(MARKERS.sister);
  });
});
