import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const TOOLS = resolve(import.meta.dirname, '../..');

/** Replaces npm: logs each call, takes time, fails as often as the file `npm-fails` says, and "installs" a vite. */
const NPM = `
const fs = require('node:fs'), path = require('node:path');
fs.appendFileSync('calls.log', 'npm ' + process.argv.slice(2, 3) + ' NODE_ENV=' + process.env.NODE_ENV + '\\n');
const fails = fs.existsSync('npm-fails') ? Number(fs.readFileSync('npm-fails', 'utf8')) : 0;
if (fails > 0) { fs.writeFileSync('npm-fails', String(fails - 1)); process.exit(1); }
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/vite/bin', { recursive: true });
fs.copyFileSync('vite-stand-in.js', 'node_modules/vite/bin/vite.js');
setTimeout(() => {}, 300);
`;

/** Replaces vite: writes its number of calls into the page, and fails when a source says so. */
const VITE = `
const fs = require('node:fs'), path = require('node:path');
const root = path.resolve(process.cwd(), '../..');
fs.appendFileSync(path.join(root, 'calls.log'), 'vite NODE_ENV=' + process.env.NODE_ENV + '\\n');
const source = fs.readFileSync('src/main.ts', 'utf8');
if (source.includes('BROKEN')) process.exit(1);
const out = process.argv[process.argv.indexOf('--outDir') + 1];
fs.mkdirSync(path.join(out, 'assets'), { recursive: true });
fs.writeFileSync(path.join(out, 'index.html'), source);
fs.writeFileSync(path.join(out, 'assets', source + '.js'), source);
`;

/** A server that prints its input, logs every signal, and takes a moment to stop. */
const SERVER = `
const say = (...words: unknown[]): void => console.log(words.join(' '));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    say('got', signal);
    setTimeout(() => process.exit(7), 200);
  });
}
say('up', process.pid, 'threads', process.env.UV_THREADPOOL_SIZE, ...process.argv.slice(2));
if (process.argv.includes('--exit')) process.exit(Number(process.argv.at(-1)));
setInterval(() => undefined, 1000);
`;

interface User {
  uid?: number;
  gid?: number;
}

/** A minimal project with the real bootstrap. */
export class Project implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'prdm-bootstrap-'));
  readonly #started: ChildProcess[] = [];

  constructor() {
    mkdirSync(join(this.root, 'tools'));
    cpSync(join(TOOLS, 'bootstrap.mjs'), join(this.root, 'tools/bootstrap.mjs'));
    cpSync(join(TOOLS, 'bootstrap'), join(this.root, 'tools/bootstrap'), { recursive: true });
    this.write('package.json', '{"type":"module"}');
    this.lock({});
    this.write('npm/bin/npm-cli.js', NPM);
    this.write('npm/package.json', '{"type":"commonjs"}');
    this.write('vite-stand-in.js', VITE);
    this.write('apps/server/src/main.ts', SERVER);
    this.write('apps/web/src/main.ts', 'first');
  }

  lock(packages: object): void {
    this.write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
  }

  write(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** Sets the file's time to this number of days ago. */
  age(path: string, days: number): void {
    const then = Date.now() / 1000 - days * 86_400;
    utimesSync(join(this.root, path), then, then);
  }

  /** The calls of npm and vite, in order. */
  calls(): string[] {
    return this.has('calls.log') ? this.read('calls.log').trim().split('\n') : [];
  }

  start(command: string, args: string[] = [], env: NodeJS.ProcessEnv = {}, user: User = {}): Started {
    return this.spawn(process.execPath, ['tools/bootstrap.mjs', command, ...args], env, user);
  }

  spawn(file: string, args: string[], env: NodeJS.ProcessEnv, user: User = {}): Started {
    const npm = join(this.root, 'npm/bin/npm-cli.js');
    const inherited = { ...process.env };
    for (const name of ['UV_THREADPOOL_SIZE', 'npm_lifecycle_event', 'INIT_CWD', 'DATABASE_URL'])
      delete inherited[name];
    const child = spawn(file, args, {
      cwd: this.root,
      env: { ...inherited, npm_execpath: npm, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...user,
    });
    this.#started.push(child);
    return new Started(child);
  }

  [Symbol.dispose](): void {
    for (const { pid } of this.#started) killGroup(pid);
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // A process that ended long ago.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** A started command: its output and its exit. */
export class Started {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  output = '';

  constructor(child: ChildProcess) {
    this.process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString('utf8');
      });
    }
    this.ended = new Promise((done) => {
      child.once('close', (code) => done(code));
    });
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  async says(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      if (this.process.exitCode !== null) throw new Error(`it ended without saying "${text}":\n${this.output}`);
      await new Promise((done) => {
        setTimeout(done, 20);
      });
    }
  }
}
