import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { Project } from './testing/project.ts';

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s to the bootstrap alone reaches the program once',
    async (signal) => {
      using project = new Project();
      const run = project.start('start');
      await run.says('up ');
      process.kill(run.pid, signal);
      expect(await run.ended).toBe(7);
      expect(run.output.match(/got \w+/g)).toEqual([`got ${signal}`]);
    },
  );

  test.each(['SIGTERM', 'SIGINT'] as const)('%s to the whole group, as Ctrl+C does, is one request', async (signal) => {
    using project = new Project();
    const run = project.start('start');
    await run.says('up ');
    process.kill(-run.pid, signal);
    expect(await run.ended).toBe(7);
    expect(run.output.match(/got \w+/g)).toEqual([`got ${signal}`]);
  });

  test('killing the shell between npm and the program ends the program in order', async () => {
    using project = new Project();
    const script = `${process.execPath} tools/bootstrap.mjs start; true`;
    const run = project.spawn('/bin/sh', ['-c', script], { npm_lifecycle_event: 'start' });
    await run.says('up ');
    process.kill(run.pid, 'SIGKILL');
    await run.ended;
    expect(run.output.match(/got \w+/g)).toEqual(['got SIGTERM']);
  });

  test('during the installation ends npm, leaves no lock, and the next start installs', async () => {
    using project = new Project();
    const run = project.start('start');
    await run.says('installing packages');
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toBe(143);
    expect(run.output).toContain('prdm: stopped by SIGTERM');
    expect(project.has('.runtime/lock')).toBe(false);
    expect(await project.start('start', ['--exit', '0']).ended).toBe(0);
  });
});

describe('two starts at once', () => {
  test('install and build once: the second reports that it waits', async () => {
    using project = new Project();
    const runs = [project.start('start', ['--exit', '0']), project.start('start', ['--exit', '0'])];
    expect(await Promise.all(runs.map((run) => run.ended))).toEqual([0, 0]);
    expect(project.calls()).toEqual(['npm ci NODE_ENV=undefined', 'vite NODE_ENV=production']);
    const waited = runs.filter((run) => /prdm: another start \(process \d+\) is preparing/.test(run.output));
    expect(waited).toHaveLength(1);
    expect(project.has('.runtime/lock')).toBe(false);
  });

  test('are not blocked by the lock of a killed start', async () => {
    using project = new Project();
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    project.write('.runtime/lock', JSON.stringify({ pid: dead, host: hostname(), token: 'left' }));
    const since = Date.now();
    const runs = [1, 2, 3, 4].map(() => project.start('start', ['--exit', '0']));
    expect(await Promise.all(runs.map((run) => run.ended))).toEqual([0, 0, 0, 0]);
    expect(project.calls()).toHaveLength(2);
    expect(Date.now() - since).toBeLessThan(15_000);
  });
});
