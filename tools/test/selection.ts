import { baseOf, changedSince, readNeeds } from './changed.ts';
import type { Choice } from './choice.ts';
import { browserConcern, type Concern, unitConcern } from './concern.ts';
import { browserFiles, unitFiles } from './files.ts';
import { partOf } from './partition.ts';

/** The files to run, null for all of them, and a message about the choice. */
export interface Selection {
  unitFiles: string[] | null;
  browserFiles: string[] | null;
  said: string[];
}

export function select({ shard, changed }: Choice): Selection {
  if (shard === null && changed === null) return { unitFiles: null, browserFiles: null, said: [] };
  let unit = unitFiles();
  let browser = browserFiles();
  const said: string[] = [];
  if (changed !== null) {
    const base = baseOf(changed);
    const files = changedSince(base);
    const needs = readNeeds();
    said.push(`changed since ${base.slice(0, 12)}: ${files.length} file(s)`);
    unit = narrow('unit and API tests', unit, unitConcern(files, unit, needs), said);
    browser = narrow('browser tests', browser, browserConcern(files, browser, needs), said);
  }
  if (shard !== null) {
    unit = partOf(unit, shard);
    browser = partOf(browser, shard);
    const files = `${unit.length} files of unit and API tests, ${browser.length} of browser tests`;
    said.push(`shard ${shard.index} of ${shard.count}: ${files}`);
  }
  return { unitFiles: unit, browserFiles: browser, said };
}

function narrow(name: string, files: string[], concern: Concern, said: string[]): string[] {
  if ('all' in concern) {
    said.push(`${name}: all ${files.length} files, as ${concern.all}`);
    return files;
  }
  said.push(`${name}: ${concern.files.length} of ${files.length} files`);
  return concern.files;
}
