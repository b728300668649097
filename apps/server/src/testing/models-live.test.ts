import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelIndex } from '@prdm/contract/models';
import { writeHostile, writeSmallBuilding } from './ifc/index.ts';
import { modelWorld, type ModelWorld } from './worlds/model-world.ts';
import { startApp, type TestApp } from './servers/start-app.ts';

/** The program and its worker keep answering while several models wait and convert, and every conversion ends. */
let app: TestApp;
let world: ModelWorld;
beforeAll(async () => {
  app = await startApp({ env: { MODEL_TIMEOUT_MS: '30000' } });
  world = await modelWorld(app);
});
afterAll(() => app.stop());

const corpus = process.env['MODEL_CORPUS'] ?? '';
const ANSWER_MS = 2000;
const PAUSE_MS = 25;
/** Larger ones would slow the suite; corpus.test.ts reads them. */
const LARGEST = 1_500_000;

type Upload = readonly [name: string, bytes: string | Buffer, outcome: 'parsed' | 'failed'];

/** The smaller models of the corpus, or generated models, and one file that is no model. */
async function uploads(): Promise<Upload[]> {
  const bad: Upload[] = [
    ['text.ifc', writeHostile('text'), 'failed'],
    ['random.ifc', writeHostile('random'), 'failed'],
  ];
  const folder = path.join(corpus, 'ifc');
  const good: Upload[] = [];
  if (corpus !== '' && existsSync(folder)) {
    for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.ifc'))) {
      const file = path.join(folder, name);
      if ((await stat(file)).size < LARGEST) good.push([name, await readFile(file), 'parsed']);
    }
  } else {
    for (const storeys of [1, 2, 3, 6]) good.push([`${storeys}.ifc`, writeSmallBuilding({ storeys }), 'parsed']);
  }
  return good.flatMap((model, at) => (at < bad.length ? [bad[at] as Upload, model] : [model]));
}

it(
  'answers a list within 2 s throughout, and every model reaches its expected state',
  { timeout: 60_000 },
  async () => {
    const sent = await uploads();
    expect(sent.length).toBeGreaterThanOrEqual(6);
    await Promise.all(sent.map(([name, bytes]) => world.upload(name, bytes)));
    const since = performance.now();
    let [slowest, calls, parsing] = [0, 0, sent.length];
    let rows: { name: string; status: string }[] = [];
    // The program runs in this process, so a blocked program also delays the next request. Each request is timed from its
    // due time.
    let due = performance.now();
    while (parsing > 0) {
      // Over the socket, because a blocked program then also delays the answer.
      const response = await fetch(`${app.address}${modelIndex.path}?project_id=${world.projectId}`, {
        headers: { 'x-token': world.tokens.manager },
      });
      const answer = (await response.json()) as { code: number; data: { list: typeof rows } };
      slowest = Math.max(slowest, performance.now() - due);
      calls += 1;
      expect(answer.code).toBe(0);
      rows = answer.data.list;
      parsing = rows.filter(({ status }) => status === 'parsing').length;
      due = performance.now() + PAUSE_MS;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    const seconds = (performance.now() - since) / 1000;
    console.log(
      `${sent.length} models in ${seconds.toFixed(1)} s; ${calls} lists, the slowest ${slowest.toFixed(0)} ms`,
    );
    expect(Object.fromEntries(rows.map(({ name, status }) => [name, status]))).toEqual(
      Object.fromEntries(sent.map(([name, , outcome]) => [name, outcome])),
    );
    expect(calls).toBeGreaterThan(sent.length);
    expect(slowest).toBeLessThan(ANSWER_MS);
  },
);
