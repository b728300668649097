import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { isErrno } from './processes.ts';

interface ListedLink {
  source: string;
  target: string;
}

/**
 * Creates the library links that an npm package cannot contain. The package creates them in an install script, but those are often blocked.
 * The list of one platform misses a link. Without the links: "libicui18n.so.60: cannot open shared object file".
 */
export function hydrateLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (existsSync(list)) {
    const links = JSON.parse(readFileSync(list, 'utf8')) as ListedLink[];
    for (const { source, target } of links) link(basename(source), join(native, relative('native', target)));
  }
  const lib = join(native, 'lib');
  if (!existsSync(lib)) return;
  for (const name of readdirSync(lib)) {
    const short = sonameOf(name);
    if (short) link(name, join(lib, short));
  }
}

/** The loader looks for libX.so.60 instead of libX.so.60.2, and for libX.77.dylib instead of libX.77.1.dylib. */
function sonameOf(file: string): string | null {
  const linux = /^(lib.+\.so\.\d+)\.\d+(?:\.\d+)*$/.exec(file);
  if (linux?.[1]) return linux[1];
  const mac = /^(lib.+?\.\d+)\.\d+(?:\.\d+)*\.dylib$/.exec(file);
  return mac?.[1] ? `${mac[1]}.dylib` : null;
}

function link(to: string, path: string): void {
  if (isThere(path)) return;
  try {
    symlinkSync(to, path);
  } catch (cause) {
    // Another start created it between the check and the call.
    if (!isErrno(cause, 'EEXIST')) throw cause;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
