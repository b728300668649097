import { chmodSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Project } from './testing/project.ts';

describe('a command', () => {
  test('runs after one installation and one build, with its arguments, threads and exit code', async () => {
    using project = new Project();
    const first = project.start('demo', ['--exit', '3'], { NODE_ENV: 'production' });
    expect(await first.ended).toBe(3);
    expect(first.output).toContain('threads 8 --demo --exit 3');
    // NODE_ENV=production must not make npm omit the build tools.
    expect(project.calls()).toEqual(['npm ci NODE_ENV=undefined', 'vite NODE_ENV=production']);

    const second = project.start('start', ['--exit', '0'], { UV_THREADPOOL_SIZE: '5' });
    expect(await second.ended).toBe(0);
    expect(second.output).toContain('threads 5 --exit 0');
    expect(project.calls()).toHaveLength(2);
    expect(second.output).not.toContain('prdm:');
  });

  test('that is unknown or whose file is missing reports this in one line', async () => {
    using project = new Project();
    const unknown = project.start('strat');
    expect(await unknown.ended).toBe(1);
    expect(unknown.output).toMatch(/^prdm: unknown command "strat"; known: .*start.*\n$/);
    const missing = project.start('bench');
    expect(await missing.ended).toBe(1);
    expect(missing.output).toMatch(/prdm: .*bench\/run\.ts is missing.*\n$/);
    expect(missing.output).not.toContain('    at ');
  });

  test('"ts" runs any TypeScript file', async () => {
    using project = new Project();
    project.write('tools/hello.ts', `const words: string[] = process.argv.slice(2); console.log('hello', ...words);`);
    const run = project.start('ts', ['tools/hello.ts', 'a', '--b']);
    expect(await run.ended).toBe(0);
    expect(run.output).toContain('hello a --b');
    expect(project.calls()).toEqual(['npm ci NODE_ENV=undefined']);
  });
});

describe('the web client', () => {
  test('is built again when a source changed, and only then', async () => {
    using project = new Project();
    const run = async (): Promise<number | null> => project.start('start', ['--exit', '0']).ended;
    await run();
    project.write('apps/web/src/main.test.ts', 'a test is no part of the client');
    await run();
    expect(project.calls()).toHaveLength(2);
    project.write('packages/locales/zh/login.json', '{}');
    await run();
    expect(project.calls()).toHaveLength(3);
    project.write('apps/web/src/main.ts', 'second');
    await run();
    expect(project.calls()).toHaveLength(4);
    expect(project.read('apps/web/dist/index.html')).toBe('second');
  });

  test('keeps the parts of earlier builds for a week, because open pages still use them', async () => {
    using project = new Project();
    const part = (name: string): boolean => project.has(`apps/web/dist/assets/${name}.js`);
    for (const source of ['first', 'second', 'third']) {
      project.write('apps/web/src/main.ts', source);
      await project.start('start', ['--exit', '0']).ended;
      if (source === 'first') project.age('apps/web/dist/assets/first.js', 6);
      if (source === 'second') project.age('apps/web/dist/assets/first.js', 8);
      expect(part(source)).toBe(true);
      expect(part('first')).toBe(source !== 'third');
    }
    expect(part('second')).toBe(true);
  });

  test('stays unchanged when the new one does not build', async () => {
    using project = new Project();
    await project.start('start', ['--exit', '0']).ended;
    project.write('apps/web/src/main.ts', 'BROKEN');
    const broken = project.start('start', ['--exit', '0']);
    expect(await broken.ended).toBe(1);
    expect(broken.output).toContain('prdm: building the web client failed (exit code 1)');
    expect(project.read('apps/web/dist/index.html')).toBe('first');
  });
});

describe('the installation', () => {
  test('is retried once, and then fails in one line without a stamp', async () => {
    using project = new Project();
    project.write('npm-fails', '1');
    expect(await project.start('start', ['--exit', '0']).ended).toBe(0);

    project.lock({ 'node_modules/new': { version: '1.0.0' } });
    project.write('npm-fails', '2');
    const failing = project.start('start', ['--exit', '0']);
    expect(await failing.ended).toBe(1);
    expect(failing.output).toMatch(/prdm: npm ci failed \(exit code 1\); the lines above say why\n$/);
    expect(await project.start('start', ['--exit', '0']).ended).toBe(0);
    expect(project.calls().filter((call) => call.startsWith('npm'))).toHaveLength(5);
  });

  test('fails when npm silently omitted a native part of this platform', async () => {
    using project = new Project();
    const here = { optional: true, os: [process.platform], cpu: [process.arch] };
    project.lock({
      'node_modules/@rolldown/binding-here': here,
      'node_modules/@rolldown/binding-there': { ...here, os: ['aix'] },
    });
    const run = project.start('start');
    expect(await run.ended).toBe(1);
    expect(run.output).toContain('prdm: npm left out @rolldown/binding-here; check the connection');
    expect(project.has('node_modules/.prdm-stamp')).toBe(false);
  });

  test.runIf(process.getuid?.() === 0)('by a user who may not write the project is refused in one line', async () => {
    using project = new Project();
    chmodSync(project.root, 0o755);
    const run = project.start('start', [], {}, { uid: 65_534, gid: 65_534 });
    expect(await run.ended).toBe(1);
    expect(run.output).toMatch(
      /^prdm: cannot write .*\.runtime \(EACCES\); start once as the owner of the project's folder\n$/,
    );
  });

  test('reports a missing embedded database, and continues', async () => {
    using project = new Project();
    const run = project.start('start', ['--exit', '0']);
    expect(await run.ended).toBe(0);
    expect(run.output).toContain('prdm: the embedded PostgreSQL of this platform is not installed');
    using other = new Project();
    const told = other.start('start', ['--exit', '0'], { DATABASE_URL: 'postgres://there/db' });
    expect(await told.ended).toBe(0);
    expect(told.output).not.toContain('embedded PostgreSQL');
  });
});
