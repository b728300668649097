import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { refsOf, type Endpoint } from '@prdm/contract/kit';
import { startApp, type TestApp } from '../start-app.ts';
import { cellOf } from './cells.ts';
import { buildGates } from './matrix.ts';
import { sampleInput } from './samples.ts';
import { buildMatrixWorld, type MatrixWorld, type Place } from './world.ts';

let app: TestApp;
let gates: FastifyInstance;
let world: MatrixWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await buildMatrixWorld(app);
  gates = await buildGates(app);
}, 180_000);
afterAll(async () => {
  await gates.close();
  await app.stop();
});

/** Kinds that belong to the enterprise: a colleague's or a dictionary's id is as good from one project as from another. */
const OF_ENTERPRISE = new Set([
  'user',
  'department',
  'position',
  'role',
  'stage',
  'profession',
  'project_type',
  'process_template',
  'notice',
]);
/** What only the executor of a task may do, who is the designer. */
const OF_EXECUTOR = new Set(['/apis/task/start', '/apis/task/submit']);
/** What nobody may do as the world stands: no transfer is offered in it, and the role at hand is given in projects alone. */
const OF_NOBODY = [
  '/apis/task/transferConfirm',
  '/apis/task/transferRefuse',
  '/apis/task/transferWithdraw',
  '/apis/user/add',
];
const askersOf = ({ path }: Endpoint): readonly string[] =>
  OF_EXECUTOR.has(path) ? ['designer', 'superAdmin'] : ['projectManager', 'superAdmin'];
/** Calls that are meant to reach from one project into another, and have their own tests. */
const ACROSS = new Set(['/apis/file/copy']);

const fieldsOf = (endpoint: Endpoint): string[] => [
  ...new Set(refsOf(endpoint.input).map(({ path }) => path.join('.'))),
];
const severalIds = registry.filter((endpoint) => fieldsOf(endpoint).length >= 2 && endpoint.access !== 'public');

/** Every mix of up to four fields; beyond, each field alone, each with each, and all together: the gates look at ids one by one. */
function mixesOf(fields: readonly string[]): string[][] {
  const n = fields.length;
  const mixes = Array.from({ length: 2 ** n - 1 }, (_, index) =>
    fields.filter((_field, bit) => ((index + 1) >> bit) & 1),
  );
  return n <= 4 ? mixes : mixes.filter((mix) => mix.length <= 2 || mix.length === n);
}

/** Asks with mixes of own ids and ids from `elsewhere`; the mixes that passed, as the fields that came from there. */
async function passing(endpoint: Endpoint, elsewhere: Place, token: string): Promise<string[]> {
  const kinds = new Map(refsOf(endpoint.input).map(({ path, ref }) => [path.join('.'), ref.kind]));
  const fields = fieldsOf(endpoint).filter(
    (field) => elsewhere === 'foreign' || !OF_ENTERPRISE.has(kinds.get(field) ?? ''),
  );
  const inputOf = (foreign: readonly string[]) =>
    sampleInput(endpoint, (kind, path) => world.idOf(kind, foreign.includes(path) ? elsewhere : 'own', path));
  const own = JSON.stringify(inputOf([]));
  const passed: string[] = [];
  for (const foreign of mixesOf(fields)) {
    const input = inputOf(foreign);
    if (JSON.stringify(input) === own) continue; // a field that excludes another was left out
    if ((await cellOf(gates, endpoint, input, token)) === 'passed') passed.push(foreign.join(' '));
  }
  return passed;
}

describe('calls with several ids', () => {
  it('there are some, and each passes for one of those who ask when all its ids are his own', async () => {
    expect(severalIds.length).toBeGreaterThan(10);
    const never: string[] = [];
    for (const endpoint of severalIds) {
      const input = sampleInput(endpoint, (kind, path) => world.idOf(kind, 'own', path));
      const cells = await Promise.all(
        askersOf(endpoint).map((actor) => cellOf(gates, endpoint, input, world.tokens[actor] ?? '')),
      );
      if (!cells.includes('passed')) never.push(endpoint.path);
    }
    expect(never.toSorted()).toEqual(OF_NOBODY);
  });

  it.each(severalIds.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s: one id of another enterprise is enough to be refused',
    async (_name, endpoint) => {
      for (const actor of askersOf(endpoint)) {
        expect(await passing(endpoint, 'foreign', world.tokens[actor] ?? '')).toEqual([]);
      }
    },
  );

  it.each(
    severalIds
      .filter(({ path }) => !ACROSS.has(path))
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('%s: one id of another project is enough to be refused, even to who sees both', async (_name, endpoint) => {
    for (const actor of askersOf(endpoint)) {
      const passed = await passing(endpoint, 'sister', world.tokens[actor] ?? '');
      // All ids of the sister project together are simply a call in that project, which a superAdmin may make.
      const everything = fieldsOf(endpoint).filter(
        (field) =>
          !OF_ENTERPRISE.has(refsOf(endpoint.input).find(({ path }) => path.join('.') === field)?.ref.kind ?? ''),
      );
      expect(passed.filter((fields) => actor !== 'superAdmin' || fields !== everything.join(' '))).toEqual([]);
    }
  });
});
