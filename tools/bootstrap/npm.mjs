import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { CannotStart } from './say.mjs';

/**
 * npm's program file: the calling npm, else the one beside this Node or in PATH (for `node tools/bootstrap.mjs
 * start`).
 */
export function npmProgram() {
  const candidates = [];
  const caller = process.env.npm_execpath;
  // pnpm and yarn set the same variable; `ci` and the lock file are npm's.
  if (caller && /^np[mx]-cli\.[cm]?js$/.test(basename(caller))) candidates.push(join(dirname(caller), 'npm-cli.js'));
  const nodeFolder = dirname(process.execPath);
  candidates.push(join(nodeFolder, '../lib/node_modules/npm/bin/npm-cli.js'));
  candidates.push(join(nodeFolder, 'node_modules/npm/bin/npm-cli.js'));
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const npm = join(folder, 'npm');
    if (folder && existsSync(npm)) candidates.push(join(dirname(realpathSync(npm)), 'npm-cli.js'));
  }
  const found = candidates.find((file) => existsSync(file));
  if (!found) throw new CannotStart('npm was not found; start with "npm start", or install npm beside Node');
  return found;
}

/**
 * The environment of the calling npm describes its own run (folder, workspace, flags for the command) and would change
 * this one. `npm test --only=x` would reach `npm ci` as its flag, and NODE_ENV=production would omit the build tools.
 * Registry, proxy, certificates and cache are the user's settings and stay.
 */
export function npmEnvironment(nodeFolder) {
  const env = {};
  const ours =
    /^(npm_(package|lifecycle|command$|node_execpath$|execpath$)|INIT_CWD$|NODE_ENV$)|^npm_config_(local_prefix|prefix|global_?prefix|global|location|workspaces?|include_workspace_root|omit|include|only|also|production|dev|dry_run|package_lock(_only)?|if_present|save|silent|loglevel|install_strategy|engine_strict|node_options)$/i;
  for (const [name, value] of Object.entries(process.env)) {
    if (!ours.test(name)) env[name] = value;
  }
  return withNodeFirst(env, nodeFolder);
}

/** Windows calls it Path and ignores case; a second PATH would have no effect. */
export function withNodeFirst(env, nodeFolder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: env[name] ? `${nodeFolder}${delimiter}${env[name]}` : nodeFolder };
}

export const QUIET = ['--no-audit', '--no-fund', '--loglevel=error', '--no-update-notifier'];
