#!/usr/bin/env node
// Every npm script of this project starts here, in plain JavaScript for Node 18. It finds or fetches a Node 24 and
// installs the packages with it. It builds the web client when it is stale, and then runs the command.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { constants } from 'node:os';
import { exitCodeOf, run, throwIfStopped, watchSignals } from './bootstrap/foreground.mjs';
import { withNodeFirst } from './bootstrap/npm.mjs';
import { installPackages } from './bootstrap/packages.mjs';
import { findNode } from './bootstrap/runtime.mjs';
import { CannotStart, Interrupted, say } from './bootstrap/say.mjs';
import { SERVER_FLAGS } from './bootstrap/server-flags.mjs';
import { buildWeb } from './bootstrap/web.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const runtimeFolder = join(root, '.runtime');

/**
 * `web`: needs the built client. `test` does not: it builds as a stage of its own, so that a failed build counts as
 * one failed test and the run continues.
 */
const COMMANDS = {
  start: { file: 'apps/server/src/main.ts', web: true, flags: SERVER_FLAGS },
  demo: { file: 'apps/server/src/main.ts', args: ['--demo'], web: true, flags: SERVER_FLAGS },
  'enterprise:add': { file: 'apps/server/src/enterprise-add/main.ts', flags: SERVER_FLAGS },
  dev: { file: 'tools/dev.ts' },
  test: { file: 'tools/test.ts' },
  check: { file: 'tools/test.ts', args: ['--only=static'] },
  'test:faults': { file: 'tools/test.ts', args: ['--only=faults'] },
  bench: { file: 'bench/run.ts' },
  vitest: { file: 'node_modules/vitest/vitest.mjs' },
  'matrix:accept': { file: 'node_modules/vitest/vitest.mjs', args: ['run', '--config', 'vitest.matrix.config.ts'] },
  'audit:verify': { file: 'apps/server/src/audit-verify.ts' },
  e2e: { file: 'tools/test/e2e.ts', web: true },
};

function commandFor(name, args) {
  if (name === 'ts') {
    if (!args[0]) throw new CannotStart('"npm run ts" wants a file: npm run ts tools/measure-start.ts');
    // A path from a sub-folder is relative to it; npm always starts this program in the project's folder.
    const typedIn = resolve(process.env.INIT_CWD ?? root, args[0]);
    return { file: existsSync(typedIn) ? typedIn : resolve(root, args[0]), args: args.slice(1), web: false, flags: [] };
  }
  const known = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!known)
    throw new CannotStart(`unknown command "${name ?? ''}"; known: build, ts, ${Object.keys(COMMANDS).join(', ')}`);
  return {
    file: join(root, known.file),
    args: [...(known.args ?? []), ...args],
    web: known.web ?? false,
    flags: known.flags ?? [],
  };
}

function childEnvironment(node) {
  const env = withNodeFirst(process.env, dirname(node));
  // Password hashing, file access and compression share these threads. With the default of 4 a sign-in waits behind a
  // download.
  env.UV_THREADPOOL_SIZE ??= '8';
  return env;
}

async function main([name, ...args]) {
  const command = name === 'build' ? null : commandFor(name, args);
  const node = await findNode(runtimeFolder);
  const nodeVersion =
    node === process.execPath ? process.version : spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  await installPackages(root, runtimeFolder, node, nodeVersion);
  if (!command || command.web)
    await buildWeb(root, runtimeFolder, node, { always: !command && !args.includes('--if-stale') });
  if (!command) return 0;
  if (!existsSync(command.file))
    throw new CannotStart(`${command.file} is missing; is this copy of the project complete?`);
  throwIfStopped();
  const preload = pathToFileURL(join(root, 'tools/bootstrap/one-stop.mjs')).href;
  const nodeArgs = ['--disable-warning=ExperimentalWarning', '--import', preload, ...command.flags];
  const result = await run(node, [...nodeArgs, command.file, ...command.args], {
    cwd: root,
    env: childEnvironment(node),
  });
  return exitCodeOf(result);
}

watchSignals();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Interrupted) process.exitCode = 128 + (constants.signals[error.signal] ?? 0);
  else if (error instanceof CannotStart) process.exitCode = 1;
  else throw error;
  say(error.message);
}
// An open terminal or pipe must not keep a finished command alive.
process.exit();
