import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { CannotStart, Interrupted, say } from './say.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * One request to stop arrives several times: Ctrl+C goes to every process of the terminal, and npm forwards it. A
 * signal within this time of the first is the same request.
 */
const SAME_REQUEST_MS = 1500;
const PARENT_POLL_MS = 200;

let current = null;
let stoppedBy = null;
let lastRequest = -Infinity;
const waiting = new Set();

/** Call once, before anything starts. From then on a request to stop ends the child first and this process after it. */
export function watchSignals() {
  for (const signal of SIGNALS) process.on(signal, () => stopRequested(signal));
  if (process.env.npm_lifecycle_event && process.platform !== 'win32') watchCallers();
}

/**
 * npm runs a script through `sh -c` and sends a signal to that shell only, which dies and leaves this process running.
 * Without this watch, `kill` of npm would leave a server that nobody stops.
 */
function watchCallers() {
  const before = callers();
  const timer = setInterval(() => {
    if (callers() === before) return;
    clearInterval(timer);
    if (!stoppedBy) stopRequested('SIGTERM');
  }, PARENT_POLL_MS);
  timer.unref();
}

/**
 * The parent process and, when it is the shell, npm above it. It ignores higher ancestors, because npm may outlive its
 * terminal (`nohup npm start &`).
 */
function callers() {
  const parent = process.ppid;
  if (process.platform !== 'linux') return `${parent}`;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return /^(ba|da|a)?sh$/.test(name) ? `${parent} below ${grandparent}` : `${parent}`;
  } catch (cause) {
    return `${parent} ${cause.code}`;
  }
}

function stopRequested(signal) {
  const now = performance.now();
  if (now - lastRequest < SAME_REQUEST_MS) return;
  lastRequest = now;
  stoppedBy ??= signal;
  for (const wake of waiting) wake();
  // On Windows kill() ends the process at once, without an orderly stop. There the console signals the child itself.
  if (current && process.platform !== 'win32') current.kill(signal);
}

export function throwIfStopped() {
  if (stoppedBy) throw new Interrupted(stoppedBy);
}

/** Waits, but returns early on a request to stop. */
export async function pause(ms) {
  throwIfStopped();
  await new Promise((done) => {
    const wake = () => {
      clearTimeout(timer);
      waiting.delete(wake);
      done();
    };
    const timer = setTimeout(wake, ms);
    waiting.add(wake);
  });
  throwIfStopped();
}

/** The code that a shell reports for a child ended by a signal. */
export function exitCodeOf({ code, signal }) {
  return signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1);
}

/**
 * Runs a program in the foreground with this terminal and returns its exit. It stays in the same process group on
 * purpose: a signal to the whole group (service manager, test harness) must reach the server too.
 */
export async function run(file, args, options = {}) {
  throwIfStopped();
  const result = await new Promise((done, failed) => {
    const child = spawn(file, args, { stdio: 'inherit', windowsHide: true, ...options });
    current = child;
    child.once('error', (cause) => failed(new CannotStart(`cannot run ${file}: ${cause.message}`)));
    child.once('exit', (code, signal) => done({ code, signal }));
  }).finally(() => {
    current = null;
  });
  return result;
}

/** A step of the preparation. Any failure ends the start, with `what` in the message. */
export async function runStep(what, file, args, options) {
  const code = await codeOfStep(file, args, options);
  if (code !== 0) throw new CannotStart(`${what} failed (exit code ${code}); the lines above say why`);
}

/** Like `runStep`, with one retry for a lost connection. */
export async function runStepTwice(what, file, args, options) {
  const code = await codeOfStep(file, args, options);
  if (code === 0) return;
  say(`${what} failed (exit code ${code}); trying once more`);
  await runStep(what, file, args, options);
}

async function codeOfStep(file, args, options) {
  const code = exitCodeOf(await run(file, args, options));
  throwIfStopped();
  return code;
}
