import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

const DIST = join(import.meta.dirname, '../dist');
const KB = 1024;

function manifest(): Record<string, Chunk> {
  const path = join(DIST, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error('the web client is not built: npm run build');
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>;
}

const chunks = manifest();

/** Key of a chunk in the manifest: its entry file, a virtual module, or the name of a module group. */
function keyOf(ending: string): string {
  const key = Object.keys(chunks).find((candidate) => candidate.endsWith(ending) || chunks[candidate]?.name === ending);
  if (key === undefined) throw new Error(`no chunk for ${ending}`);
  return key;
}

/** All files that these chunks load, including dynamic imports for which `later` returns true. */
function filesOf(keys: readonly string[], later = (_key: string) => false): { js: string[]; css: string[] } {
  const seen = new Set<string>();
  const waiting = [...keys];
  const css = new Set<string>();
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = chunks[key];
    if (chunk === undefined) throw new Error(`no chunk ${key}`);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const file of chunk.css ?? []) css.add(file);
    waiting.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []).filter(later));
  }
  return { js: [...seen].flatMap((key) => (chunks[key] ? [chunks[key].file] : [])), css: [...css] };
}

const gzipped = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length, 0);

/** The entry is inlined into the page. It loads the group `app`, which also contains the sign-in page. */
const FIRST = ['app', 'virtual:texts/zh/public'];
const HOME = 'src/features/home/pages/home-page.tsx';
/** Chunks that load only for another page, another language or a click. Every other chunk that home can load counts. */
const NOT_FOR_HOME = [
  /\/pages\/[a-z-]+-page\.tsx$/,
  /\/app\/slots-(?:project-list|project-detail|profile|review-desk)\.tsx$/,
  /\/app\/slots\/slots-(?:task-list|task-review|model|non-project|action-log)\.tsx$/,
  /\/app\/project-frame\.tsx$/,
  /\/app\/error-pages\//,
  /^virtual:texts\/(?:en|tw)\//,
  /\/ui\/locale\/(?:en|tw)\.ts$/,
  /\/app\/keys\/key-sheet\.tsx$/,
  /\/features\/identity\/parts\/(?:password|portrait)-dialog\.tsx$/,
];
const forHome = (key: string): boolean => key === HOME || !NOT_FOR_HOME.some((pattern) => pattern.test(key));

const weigh = ({ js, css }: { js: string[]; css: string[] }) => ({
  js: gzipped(js),
  css: gzipped(css),
  files: js.length + css.length,
});

test('sign-in weighs at most 150 KB of script and asks for few files', () => {
  const { js, files } = weigh(filesOf(FIRST.map(keyOf)));
  expect(js, 'nothing was measured').toBeGreaterThan(50 * KB);
  expect(js).toBeLessThan(150 * KB);
  expect(files).toBeLessThanOrEqual(6);
});

test('home weighs at most 350 KB of script and 40 KB of styles, with all that it asks for by itself', () => {
  const home = filesOf(FIRST.map(keyOf), forHome);
  for (const part of [
    HOME,
    'src/app/signed-in.tsx',
    'src/app/palette/palette.tsx',
    'virtual:texts/zh/more',
    'ui/locale/zh.ts',
  ])
    expect(home.js, part).toContain(chunks[keyOf(part)]?.file);
  for (const pattern of NOT_FOR_HOME)
    expect(
      Object.keys(chunks).some((key) => pattern.test(key)),
      `${String(pattern)} excludes nothing`,
    ).toBe(true);
  const { js, css } = weigh(home);
  console.log(`home: ${(js / KB).toFixed(0)} KB of script, ${(css / KB).toFixed(0)} KB of styles`);
  expect(js).toBeLessThan(350 * KB);
  expect(css).toBeLessThan(40 * KB);
});

test('sign-in loads neither the component library nor schemas nor the query cache', () => {
  const { js } = filesOf(FIRST.map(keyOf));
  for (const file of js) {
    const text = readFileSync(join(DIST, file), 'utf8');
    expect(text, file).not.toContain('ant-btn');
    expect(text, file).not.toContain('ZodError');
    expect(text, file).not.toContain('invalidateQueries');
  }
});

test('every script and style has its compressed twins', () => {
  for (const { file } of Object.values(chunks)) {
    if (!/\.(?:js|css)$/.test(file) || readFileSync(join(DIST, file)).length < KB) continue;
    expect(existsSync(join(DIST, `${file}.br`)), `${file}.br`).toBe(true);
    expect(existsSync(join(DIST, `${file}.gz`)), `${file}.gz`).toBe(true);
  }
});

/** APIs that Chromium 109 and Firefox 115 lack and lib/polyfills.ts does not add. */
const TOO_NEW =
  /\.(?:toSpliced|toWellFormed|fromAsync|groupBy|withResolvers|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|setFromBase64|toBase64)\(|AbortSignal\.any\(|Promise\.try\(|URL\.parse\(|RegExp\.escape\(/;

test('nothing is called that the oldest promised browser does not know', () => {
  const scripts = Object.values(chunks).flatMap(({ file }) => (file.endsWith('.js') ? [file] : []));
  expect(scripts.length).toBeGreaterThan(20);
  const found = scripts.flatMap((file) => {
    const [call] = TOO_NEW.exec(readFileSync(join(DIST, file), 'utf8')) ?? [];
    return call === undefined ? [] : [`${file}: ${call}`];
  });
  expect(found).toEqual([]);
});
