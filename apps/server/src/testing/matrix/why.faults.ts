import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { buildGates, walked } from './matrix.ts';
import { compareAll } from './why.ts';
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
  const { cells, byOthers, differences } = await compareAll({ app: app.app, gates }, walked(), world);
  console.log(`access/why: ${cells} own and ${byOthers} other questions, ${differences.length} differences`);
  expect(differences).toEqual([]);
}, 1_200_000);
