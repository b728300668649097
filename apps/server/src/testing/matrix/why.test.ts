import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { buildGates, walked } from './matrix.ts';
import { compareAll, oneOfEachWay } from './why.ts';
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

/** `test:faults` compares every call in every place (why.faults.ts). */
describe('access/why', () => {
  it('gives the verdict of the call, for calls that cover every way to judge, and every actor', async () => {
    const ways = oneOfEachWay(walked());
    expect(ways.length).toBeGreaterThan(50);
    const since = performance.now();
    const { cells, byOthers, differences } = await compareAll({ app: app.app, gates }, ways, world, [
      'own',
      'sister',
      'archived',
    ]);
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    console.log(`access/why: ${ways.length} calls, ${cells} own and ${byOthers} other questions in ${seconds} s`);
    expect(differences).toEqual([]);
    expect(byOthers).toBeGreaterThan(1000);
  }, 300_000);
});
