/**
 * Measures what a person who has just cloned the project waits for: clone -> `npm start` -> sign-in page, then a second start,
 * and what the idle program needs of memory. Runs on a clone of HEAD in a folder of its own and leaves nothing behind.
 *
 *   npm run ts tools/measure-start.ts [-- --json]
 */
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const PATIENCE_MS = 10 * 60_000;
const SETTLE_MS = 15_000;

interface Measured {
  seconds: number;
  memory: { processes: number; mib: number; of: Record<string, number> } | null;
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))));
    });
  });
}

async function signInPageServed(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/login`, { signal: AbortSignal.timeout(5_000) });
    return answer.status === 200 && (await answer.text()).includes('<html');
  } catch (error) {
    // Nothing listens yet; the loop waits for this.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return false;
    throw error;
  }
}

/** Variables of the caller that a start from the clone must not inherit. */
function cleanEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(npm_(?!config_)|NODE_ENV|INIT_CWD|UV_|DATABASE_|DATA_DIR|PORT|HOST|PUBLIC_URL)/.test(name))
      env[name] = value;
  }
  return { ...env, ...extra };
}

async function measure(clone: string, dataDir: string, withMemory: boolean): Promise<Measured> {
  const port = await freePort();
  const since = performance.now();
  const program = spawn('npm', ['start'], {
    cwd: clone,
    env: cleanEnvironment({ PORT: String(port), DATA_DIR: dataDir }),
    stdio: ['ignore', 2, 2],
    detached: true,
  });
  try {
    while (!(await signInPageServed(`http://127.0.0.1:${port}`))) {
      if (program.exitCode !== null || program.signalCode !== null)
        throw new Error('npm start ended before it served a page');
      if (performance.now() - since > PATIENCE_MS) throw new Error('no sign-in page within ten minutes');
      await pause(50);
    }
    const seconds = (performance.now() - since) / 1000;
    if (withMemory) await pause(SETTLE_MS);
    return { seconds, memory: withMemory ? memoryOf(program, clone, dataDir) : null };
  } finally {
    await end(program, clone, dataDir);
  }
}

interface Process {
  pid: number;
  parent: number;
  name: string;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .flatMap((name) => {
      const stat = readOrEmpty(`/proc/${name}/stat`);
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return stat ? [{ pid: Number(name), parent, name: nameOf(name) }] : [];
    });
}

/** The program, or the script of a Node process, because several processes are called "node". */
function nameOf(pid: string): string {
  const [program = '', ...args] = readOrEmpty(`/proc/${pid}/cmdline`).split('\0');
  const script = args.find((arg) => /\.(m?js|ts)$/.test(arg) && !arg.startsWith('file:'));
  const own = basename(program.split(' ')[0] ?? '').replace(/:$/, '');
  return own === 'node' && script ? `node ${basename(script)}` : own;
}

/**
 * The program and everything it started. The database server leaves the process tree by design and is found by its
 * folder.
 */
function familyOf(program: ChildProcess, clone: string, dataDir: string): Process[] {
  const all = processes();
  const family = new Set<number>([program.pid ?? -1]);
  for (const { pid } of all) {
    const folder = workingFolder(pid);
    if (folder && [clone, dataDir].some((own) => folder === own || folder.startsWith(`${own}/`))) family.add(pid);
  }
  for (let grown = true; grown;) {
    const before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
    grown = family.size > before;
  }
  return all.filter(({ pid }) => family.has(pid) && pid !== process.pid);
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** Proportional set size: shared memory counts once, not once for each process. */
function memoryOf(program: ChildProcess, clone: string, dataDir: string): Measured['memory'] {
  const of: Record<string, number> = {};
  const family = familyOf(program, clone, dataDir);
  for (const { pid, name } of family) {
    const kib = Number(/^Pss:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
    of[name] = (of[name] ?? 0) + kib / 1024;
  }
  return { processes: family.length, mib: Object.values(of).reduce((total, one) => total + one, 0), of };
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // The process ended after the listing.
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
}

async function end(program: ChildProcess, clone: string, dataDir: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const { pid, name } of familyOf(program, clone, dataDir)) {
      // The program stops its own database; the rest is killed afterwards.
      if (signal === 'SIGKILL' || name !== 'postgres') send(pid, signal);
    }
    for (let look = 0; look < 300 && familyOf(program, clone, dataDir).length > 0; look += 1) await pause(100);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'prdm-measure-'));
  const [clone, dataDir] = [join(folder, 'clone'), join(folder, 'data')];
  // mktemp creates a private folder, but the database's account must enter it.
  execFileSync('chmod', ['711', folder]);
  try {
    const cloning = performance.now();
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', resolve(import.meta.dirname, '..'), clone], {
      stdio: ['ignore', 2, 2],
    });
    const cloned = (performance.now() - cloning) / 1000;
    const first = await measure(clone, dataDir, false);
    const second = await measure(clone, dataDir, true);
    show(cloned, first, second);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function show(cloned: number, first: Measured, second: Measured): void {
  const memory = second.memory;
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ cloned, first: first.seconds, second: second.seconds, memory }));
    return;
  }
  const rows: [string, string][] = [
    ['git clone', `${cloned.toFixed(1)} s`],
    ['fresh clone, npm start -> sign-in page', `${first.seconds.toFixed(1)} s`],
    ['second npm start -> sign-in page', `${second.seconds.toFixed(1)} s`],
    ['idle memory, all processes (PSS)', `${memory?.mib.toFixed(0)} MiB in ${memory?.processes} processes`],
    ...Object.entries(memory?.of ?? {}).map(([name, mib]): [string, string] => [`  ${name}`, `${mib.toFixed(0)} MiB`]),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  for (const [label, value] of rows) console.log(`${label.padEnd(width)}  ${value}`);
}

await main();
