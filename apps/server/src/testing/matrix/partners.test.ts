import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { refsOf } from '@prdm/contract/kit';
import { inviteAccept, invite } from '@prdm/contract/projects/partners';
import { memberDel } from '@prdm/contract/projects';
import { buildPerson, PASSWORD } from '../worlds/builders.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { cellOf } from './cells.ts';
import { digestOf } from './digest.ts';
import { buildGates, walked } from './matrix.ts';
import { sampleInput } from './samples.ts';
import { buildMatrixWorld, type MatrixWorld } from './world.ts';

/** Every day of the tests is this one, until a membership has to end. */
let at = new Date('2026-11-27T04:00:00Z');
let app: TestApp;
let world: MatrixWorld;
let gates: FastifyInstance;

beforeAll(async () => {
  app = await startApp({ works: false, clock: { now: () => at } });
  world = await buildMatrixWorld(app);
  gates = await buildGates(app);
}, 180_000);
afterAll(async () => {
  await gates.close();
  await app.stop();
}, 60_000);

/** A partner in one state of the membership in project A. */
async function partnerIn(state: 'invited' | 'member' | 'removed' | 'ended'): Promise<string> {
  const project_id = world.idOf('project', 'own', 'project_id');
  const manager = { token: world.tokens.projectManager ?? '' };
  const person = await buildPerson(app, { type: 'partner' });
  const token = await app.signIn(person.account, PASSWORD);
  const roles = [world.idOf('role', 'own', 'role_ids')];
  const input = { project_id, firm: '勘察院', account: person.account, role_ids: roles, ends_on: '2026-11-27' };
  const { data } = await app.call(invite, input, manager);
  if (state !== 'invited') expect((await app.call(inviteAccept, { id: data.id, version: 1 }, { token })).code).toBe(0);
  if (state === 'removed')
    expect((await app.call(memberDel, { project_id, user_id: person.id }, manager)).code).toBe(0);
  return token;
}

it('an invited, a removed and an ended partner pass no call with an id of the project, and change no row', async () => {
  const tokens = {
    member: await partnerIn('member'),
    invited: await partnerIn('invited'),
    removed: await partnerIn('removed'),
    ended: await partnerIn('ended'),
  };
  const calls = walked().filter(({ input, access }) => {
    const kinds = refsOf(input).map(({ ref }) => ref.kind);
    return access !== 'public' && kinds.includes('project');
  });
  expect(calls.length).toBeGreaterThan(40);
  const cellsOf = (token: string) =>
    Promise.all(
      calls.map(async (endpoint) => {
        const input = sampleInput(endpoint, (kind, path) => world.idOf(kind, 'own', path));
        return [`${endpoint.method} ${endpoint.path}`, await cellOf(gates, endpoint, input, token)] as const;
      }),
    );
  const passedBy = async (token: string) => (await cellsOf(token)).filter(([, cell]) => cell === 'passed');
  expect((await passedBy(tokens.member)).length).toBeGreaterThan(10);
  expect((await passedBy(tokens.ended)).length).toBeGreaterThan(10);
  at = new Date('2026-11-27T16:00:00Z');
  const before = await digestOf(app);
  for (const name of ['invited', 'removed', 'ended'] as const) {
    expect(await passedBy(tokens[name]), name).toEqual([]);
    for (const endpoint of calls) {
      const input = sampleInput(endpoint, (kind, path) => world.idOf(kind, 'own', path));
      expect(await cellOf(app.app, endpoint, input, tokens[name]), `${name} ${endpoint.path}`).not.toMatch(
        /^(?:0|http 2\d\d)$/,
      );
    }
  }
  expect(await digestOf(app)).toEqual(before);
}, 180_000);
