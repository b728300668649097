import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeLargeModel } from '../../../../../../bench/large-model.ts';
import { HOSTILE_KINDS, writeHostile } from '../../../testing/ifc/index.ts';
import { outcomeOf, OUTCOMES } from './fixtures/hostile.fixture.ts';
import { convertIfc, openFrag } from './index.ts';

let folder = '';
let source = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'convert-faults-'));
  source = path.join(folder, 'large.ifc');
  await writeLargeModel(source, 30 * 1024 * 1024);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('a large model', () => {
  it('is converted while the server keeps answering', async () => {
    const targetDir = path.join(folder, 'large');
    const machine = new Float64Array(new SharedArrayBuffer(8));
    const quiet = new Worker(new URL('./fixtures/quiet-thread.fixture.ts', import.meta.url), { workerData: machine });
    await once(quiet, 'online');
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const result = await convertIfc({ source, targetDir });
    delay.disable();
    await quiet.terminate();
    const [idle = 0] = machine;
    if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
    const worst = Math.round(delay.max / 1e6);
    const { durationMs, peakRssMb, fragBytes, sourceBytes } = result.meta;
    console.log(
      `event loop held up for ${worst} ms at most (an idle thread: ${Math.round(idle)} ms), ${durationMs} ms, ${peakRssMb} MB, ${Math.round((100 * fragBytes) / sourceBytes)} % of the source`,
    );
    // The idle thread measures delays of the machine, which are not the conversion's.
    expect(worst).toBeLessThan(200 + idle);
    expect(peakRssMb).toBeLessThanOrEqual(400);
    const opened = performance.now();
    const reader = await openFrag(result.fragPath);
    // Rooms are in the file, to be shown on demand. They do not count as components.
    const rooms = result.meta.classes.find(({ name }) => name === 'IFCSPACE')?.total ?? 0;
    expect(reader.elementCount).toBe(result.meta.elementCount + rooms);
    console.log(`opened for questions in ${Math.round(performance.now() - opened)} ms`);
  });

  it('is cancelled in time at every moment, and leaves nothing behind', async () => {
    const targetDir = path.join(folder, 'cut-off');
    for (const timeoutMs of [300, 900, 1500, 3000]) {
      const started = performance.now();
      const result = await convertIfc({ source, targetDir, limits: { timeoutMs } });
      expect(result).toMatchObject({ ok: false, reason: 'timeout' });
      expect(performance.now() - started).toBeLessThan(timeoutMs + 1500);
      expect(await readdir(targetDir)).toEqual([]);
      expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
    }
  });

  it('is stopped when it needs more memory than allowed', async () => {
    const targetDir = path.join(folder, 'too-large');
    const result = await convertIfc({ source, targetDir, limits: { rssMb: 300 } });
    expect(result).toMatchObject({ ok: false, reason: 'memory' });
    expect(await readdir(targetDir)).toEqual([]);
    expect((await stat(source)).size).toBeGreaterThan(30_000_000);
  });
});

describe('hostile input', () => {
  it.each(HOSTILE_KINDS)('%s ends within 8 s', async (kind) => {
    const poison = path.join(folder, `${kind}.ifc`);
    await writeFile(poison, writeHostile(kind));
    const targetDir = path.join(folder, kind);
    const result = await convertIfc({ source: poison, targetDir, limits: { timeoutMs: 8000 } });
    expect(outcomeOf(result)).toBe(OUTCOMES[kind]);
    expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
  });
});
