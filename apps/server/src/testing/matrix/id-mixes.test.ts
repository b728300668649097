import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { refsOf, type Endpoint } from '@prdm/contract/kit';
import { startApp, type TestApp } from '../servers/start-app.ts';
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

/** Kinds of the enterprise: the id of a colleague or dictionary entry is valid in every project. */
const OF_ENTERPRISE = new Set([
  'user',
  'work_item',
  'department',
  'position',
  'position_template',
  'user_group',
  'folder_template',
  'role',
  'stage',
  'profession',
  'project_type',
  'label_group',
  'label',
  'secret_level',
  'company',
  'industry',
  'project_grade',
  'structure_type',
  'service_content',
  'position_title',
  'stask_type',
  'other_task',
  'process_template',
  'notice',
  'enterprise',
]);
/** Calls reserved for the executor of a task, who is the designer here. */
const OF_EXECUTOR = new Set(['/apis/task/start', '/apis/task/submit']);
/** Calls that no actor may make in this world: it offers no transfer, and its role exists in projects only. */
const OF_NOBODY = [
  '/apis/task/transferConfirm',
  '/apis/task/transferRefuse',
  '/apis/task/transferWithdraw',
  '/apis/user/add',
];
const askersOf = ({ path }: Endpoint): readonly string[] =>
  OF_EXECUTOR.has(path) ? ['designer', 'superAdmin'] : ['projectManager', 'superAdmin'];
/** Calls that reach from one project into another by design, with tests of their own. */
const ACROSS = new Set(['/apis/file/copy']);

const fieldsOf = (endpoint: Endpoint): string[] => [
  ...new Set(refsOf(endpoint.input).map(({ path }) => path.join('.'))),
];
const severalIds = registry.filter((endpoint) => fieldsOf(endpoint).length >= 2 && endpoint.access !== 'public');

/**
 * Every mix of up to four fields. Beyond four: each field alone, each pair, and all together, because the gates check
 * ids one by one.
 */
function mixesOf(fields: readonly string[]): string[][] {
  const n = fields.length;
  const mixes = Array.from({ length: 2 ** n - 1 }, (_, index) =>
    fields.filter((_field, bit) => ((index + 1) >> bit) & 1),
  );
  return n <= 4 ? mixes : mixes.filter((mix) => mix.length <= 2 || mix.length === n);
}

/** Calls with mixes of own ids and ids from `elsewhere`. Returns the passed mixes as the fields from there. */
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
  it('exist, and each passes for one caller when all ids are from the own project', async () => {
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
      // With all ids from the sister project, the call belongs to that project, and a superAdmin may make it.
      const everything = fieldsOf(endpoint).filter(
        (field) =>
          !OF_ENTERPRISE.has(refsOf(endpoint.input).find(({ path }) => path.join('.') === field)?.ref.kind ?? ''),
      );
      expect(passed.filter((fields) => actor !== 'superAdmin' || fields !== everything.join(' '))).toEqual([]);
    }
  });
});
