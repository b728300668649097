import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { buildGates, walked } from './matrix.ts';
import { cellsOf, compareAll, overHttp } from './why.ts';
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

it('access/why gives the verdict of the call in every cell of the access matrix', async () => {
  const since = performance.now();
  const asked = new Map(walked().map((endpoint) => [endpoint, cellsOf(endpoint, world)]));
  const asking = overHttp({ app: app.app, gates }, world);
  const { cells, byOthers, differences } = await compareAll(asking, world, asked);
  const seconds = Math.round((performance.now() - since) / 1000);
  const questions = `${cells} own and ${byOthers} other questions`;
  console.log(`access/why: ${questions}, ${differences.length} differences, ${seconds} s`);
  expect(differences).toEqual([]);
}, 3_600_000);
