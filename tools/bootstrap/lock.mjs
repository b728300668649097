import { randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CannotStart, say } from './say.mjs';
import { pause } from './foreground.mjs';

const POLL_MS = 250;
const BEAT_MS = 2000;
/**
 * Polls without a heartbeat of the holder before it counts as dead. It counts polls, not time, because after a
 * laptop's sleep the holder is still alive.
 */
const SILENT_POLLS = 120;

/**
 * Runs `work` under a lock against other starts of this project. It checks `stillNeeded` again under the lock, because
 * the other start has usually done the work.
 */
export async function withLock(folder, stillNeeded, work) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new CannotStart(`cannot write ${folder} (${cause.code}); start once as the owner of the project's folder`);
  }
  const path = join(folder, 'lock');
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), token: randomBytes(8).toString('hex') });
  await take(path, mine);
  const beat = setInterval(() => touch(path), BEAT_MS);
  const release = () => releaseLock(path, mine);
  process.once('exit', release);
  try {
    if (stillNeeded()) await work();
  } finally {
    clearInterval(beat);
    process.removeListener('exit', release);
    release();
  }
}

async function take(path, mine) {
  let told = false;
  let silentPolls = 0;
  let lastBeat = 0;
  for (;;) {
    if (create(path, mine)) return;
    const seen = readLock(path);
    if (seen === null) continue;
    silentPolls = seen.beat === lastBeat ? silentPolls + 1 : 0;
    lastBeat = seen.beat;
    if (isDead(seen.holder) || silentPolls > SILENT_POLLS) {
      removeDead(path, seen.text);
      silentPolls = 0;
      continue;
    }
    if (!told) say(`another start (process ${seen.holder.pid}) is preparing the program; waiting for it`);
    told = true;
    await pause(POLL_MS);
  }
}

/** The file is written first and then linked, so that the lock always contains its holder. */
function create(path, text) {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    linkSync(draft, path);
    return true;
  } catch (cause) {
    if (cause.code === 'EEXIST') return false;
    throw new CannotStart(`cannot write ${path} (${cause.code}); start once as the owner of the project's folder`);
  } finally {
    unlinkIfThere(draft);
  }
}

function readLock(path) {
  try {
    const text = readFileSync(path, 'utf8');
    return { text, holder: JSON.parse(text), beat: statSync(path).mtimeMs };
  } catch (cause) {
    if (cause.code === 'ENOENT') return null;
    throw new CannotStart(`cannot read ${path} (${cause.message}); if no other start is running, delete it`);
  }
}

/**
 * For a holder on another machine or container (a shared folder) only the heartbeat counts. A lock with this process
 * id comes from an earlier process.
 */
function isDead(holder) {
  if (holder.host !== hostname()) return false;
  if (holder.pid === process.pid) return true;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (cause) {
    return cause.code === 'ESRCH';
  }
}

/**
 * Two waiters may find the same dead lock, and the slower one must not delete the faster one's new lock. Only the
 * waiter that links the dead lock itself (compared after linking) may delete it.
 */
function removeDead(path, deadText) {
  const claim = `${path}.dead`;
  if (existsSync(claim) && Date.now() - statSync(claim).ctimeMs > 10_000) unlinkIfThere(claim);
  try {
    linkSync(path, claim);
  } catch (cause) {
    if (cause.code === 'EEXIST' || cause.code === 'ENOENT') return;
    throw cause;
  }
  if (readFileSync(claim, 'utf8') === deadText) unlinkIfThere(path);
  unlinkIfThere(claim);
}

function releaseLock(path, mine) {
  const seen = existsSync(path) ? readLock(path) : null;
  if (seen?.text === mine) unlinkIfThere(path);
}

function unlinkIfThere(path) {
  try {
    unlinkSync(path);
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause;
  }
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause;
  }
}
