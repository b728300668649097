import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runProcess } from './run-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'prdm-run-process-'));
afterAll(() => rmSync(folder, { recursive: true }));
const options = { cwd: folder, env: process.env, limitMs: 10_000 };

test('a program that ends reports its code', async () => {
  expect(await runProcess(process.execPath, ['-e', 'process.exit(3)'], options)).toMatchObject({
    code: 3,
    cutShort: null,
  });
});

test('a missing program is reported, not thrown', async () => {
  const ended = await runProcess(join(folder, 'nothing'), [], options);
  expect(ended).toMatchObject({ code: null, cutShort: expect.stringContaining('ENOENT') });
});

test('at its time limit a program ends with everything it started', async () => {
  const note = join(folder, 'child.pid');
  const script = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    require('node:fs').writeFileSync(${JSON.stringify(note)}, String(child.pid));
    setInterval(() => {}, 1000);`;
  const ended = await runProcess(process.execPath, ['-e', script], { ...options, limitMs: 1_500 });
  expect(ended.cutShort).toBe('it took longer than 2 s');
  const pid = Number(readFileSync(note, 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

/** A zombie child counts as dead. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (cause) {
    expect(cause).toMatchObject({ code: expect.stringMatching(/ENOENT|ESRCH/) });
    return false;
  }
}
