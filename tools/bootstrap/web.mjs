import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CannotStart, say, seconds } from './say.mjs';
import { runStep } from './foreground.mjs';
import { withNodeFirst } from './npm.mjs';
import { withLock } from './lock.mjs';

const SOURCES = [
  'apps/web',
  'packages/contract',
  'packages/access',
  'packages/viewer',
  'packages/locales',
  'docs/manual',
  'package-lock.json',
];
/** Longer than a page stays open. */
const KEPT_MS = 7 * 24 * 3_600_000;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'test-results']);

/** Builds the web client into apps/web/dist when a source changed since the last build, or always with `always`. */
export async function buildWeb(root, runtimeFolder, node, { always = false } = {}) {
  const web = join(root, 'apps/web');
  const stamp = join(web, 'dist/.build-stamp');
  const wanted = sourceHash(root);
  const stale = () => always || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted;
  if (!stale()) return;
  await withLock(runtimeFolder, stale, async () => {
    const since = Date.now();
    say('building the web client');
    await build(root, web, runtimeFolder, node, wanted);
    say(`the web client is ready (${seconds(since)})`);
  });
}

/**
 * Builds into a second folder and swaps them. A failed or stopped build keeps the last good client, and a running
 * server never serves a partial one.
 */
async function build(root, web, runtimeFolder, node, wanted) {
  const vite = [join(web, 'node_modules/vite/bin/vite.js'), join(root, 'node_modules/vite/bin/vite.js')].find((file) =>
    existsSync(file),
  );
  if (!vite) throw new CannotStart('vite is not installed; delete node_modules and start again');
  const draft = join(runtimeFolder, `web-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    const env = { ...withNodeFirst(process.env, dirname(node)), NODE_ENV: 'production' };
    const args = [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'];
    await runStep('building the web client', node, args, { cwd: web, env, stdio: ['ignore', 2, 2] });
    if (!existsSync(join(draft, 'index.html'))) throw new CannotStart('the build of the web client made no index.html');
    writeFileSync(join(draft, '.build-stamp'), wanted);
    keepFormer(join(web, 'dist/assets'), join(draft, 'assets'));
    exchange(draft, join(web, 'dist'), `${draft}-old`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(`${draft}-old`, { recursive: true, force: true });
  }
}

/**
 * Open pages and a running program still use the parts of earlier builds, which are named by content. Without them a
 * page would fail at the first part that it has not loaded yet.
 */
function keepFormer(former, assets) {
  if (!existsSync(former)) return;
  for (const name of readdirSync(former)) {
    const [from, to] = [join(former, name), join(assets, name)];
    const isYoung = Date.now() - statSync(from).mtimeMs < KEPT_MS;
    if (isYoung && !existsSync(to)) cpSync(from, to, { preserveTimestamps: true });
  }
}

function exchange(next, place, aside) {
  if (existsSync(place)) renameSync(place, aside);
  renameSync(next, place);
}

/**
 * A hash of contents, not of dates: a fresh clone, a branch change and back, or a copied folder must not cause a
 * build.
 */
function sourceHash(root) {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((source) => filesBelow(join(root, source)));
  files.sort((a, b) => (a < b ? -1 : 1));
  for (const file of files) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (path.endsWith('.json')) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : filesBelow(below);
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [below] : [];
  });
}
