import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { buildGates, walked } from './matrix.ts';
import { cellsOf, compareAll, oneCellOfEach, overHttp, type Compared } from './why.ts';
import { insideTheProgram } from './why-inside.ts';
import { buildMatrixWorld, type MatrixWorld } from './world.ts';

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

async function timed(what: string, compare: () => Promise<Compared>): Promise<Compared> {
  const since = performance.now();
  const compared = await compare();
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`access/why ${what}: ${compared.cells} own and ${compared.byOthers} other questions in ${seconds} s`);
  return compared;
}

/** `test:faults` asks about every cell over HTTP (why.faults.ts). */
describe('access/why', () => {
  it('gives the verdict of the accepted matrix in every cell', { timeout: 300_000 }, async () => {
    const cells = new Map(walked().map((endpoint) => [endpoint, cellsOf(endpoint, world)]));
    const asking = await insideTheProgram(app, world);
    const {
      cells: own,
      byOthers,
      differences,
    } = await timed('inside the program', () => compareAll(asking, world, cells));
    expect(differences).toEqual([]);
    expect(own).toBeGreaterThan(15_000);
    expect(byOthers).toBeGreaterThan(5000);
  });

  it(
    'gives the verdict of the call over HTTP, once for each call, the actors in turn',
    { timeout: 300_000 },
    async () => {
      const cells = oneCellOfEach(walked(), world);
      const { cells: own, differences } = await timed('over HTTP', () =>
        compareAll(overHttp({ app: app.app, gates }, world), world, cells),
      );
      expect(differences).toEqual([]);
      expect(own).toBeGreaterThan(300);
    },
  );
});
