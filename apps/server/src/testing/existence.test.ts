import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import type { Endpoint } from '@prdm/contract/kit';
import * as models from '@prdm/contract/models';
import * as notices from '@prdm/contract/notices';
import * as review from '@prdm/contract/review';
import * as tasks from '@prdm/contract/tasks';
import { requestOf } from './matrix/cells.ts';
import { buildMatrixWorld, type MatrixWorld } from './matrix/world.ts';
import { startApp, type TestApp } from './start-app.ts';

/** Safety S20: what somebody may not see answers like what does not exist, word for word and as fast. */
let app: TestApp;
let world: MatrixWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await buildMatrixWorld(app);
}, 180_000);
afterAll(() => app.stop());

const PAIRS = 200;
const APART_MS = 5;

const CALLS: [string, Endpoint, (id: number) => object, Parameters<MatrixWorld['idOf']>[0]][] = [
  ['a task', tasks.info, (id) => ({ id }), 'task'],
  ['a file', files.info, (file_id) => ({ file_id }), 'file'],
  ['a folder', files.index, (pid) => ({ project_id: world.idOf('project', 'own', ''), pid }), 'folder'],
  ['a model', models.modelInfo, (id) => ({ id }), 'model'],
  ['an approval', review.info, (id) => ({ id }), 'process'],
  ['a seat of an approval', review.pass, (seat_id) => ({ seat_id }), 'seat'],
  ['a notice', notices.del, (id) => ({ id }), 'notice'],
];

async function ask(endpoint: Endpoint, input: object, token: string): Promise<{ answer: string; ms: number }> {
  const request = requestOf(endpoint, input, token);
  const since = performance.now();
  const { statusCode, body } = await app.app.inject(request);
  return { answer: `${statusCode} ${body}`, ms: performance.now() - since };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe.each(CALLS)('%s of somebody else', (_name, endpoint, inputOf, kind) => {
  it('answers like one that does not exist, in the same time', { timeout: 60_000, retry: 2 }, async () => {
    const token = world.tokens.designer ?? '';
    const [there, nowhere] = (['sister', 'missing'] as const).map((place) => inputOf(world.idOf(kind, place, '') ?? 0));
    const times: { there: number[]; nowhere: number[] } = { there: [], nowhere: [] };
    for (let pair = 0; pair < PAIRS; pair += 1) {
      // In turns, so that what happens beside falls on both alike.
      const first = pair % 2 === 0;
      const one = await ask(endpoint, (first ? there : nowhere) ?? {}, token);
      const other = await ask(endpoint, (first ? nowhere : there) ?? {}, token);
      expect(one.answer).toBe(other.answer);
      expect(one.answer).not.toContain('"code":0');
      times.there.push(first ? one.ms : other.ms);
      times.nowhere.push(first ? other.ms : one.ms);
    }
    // On a machine that is busy with other things all times grow, and the room between them with them.
    const room = Math.max(APART_MS, median(times.nowhere));
    expect(Math.abs(median(times.there) - median(times.nowhere))).toBeLessThan(room);
  });
});
