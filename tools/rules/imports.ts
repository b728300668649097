import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

/** One import of one module. `to` is a path in the repository, or a package's name. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  /** Type imports vanish at run time. They obey the boundaries, but they make no cycle. */
  readonly typeOnly: boolean;
  /** Loaded later, when it is needed: makes no cycle either. */
  readonly lazy: boolean;
  readonly inside: boolean;
}

const OWN_PACKAGES: Readonly<Record<string, string>> = {
  '@prdm/access': 'packages/access/src',
  '@prdm/contract': 'packages/contract/src',
  '@prdm/locales': 'packages/locales/src',
  '@prdm/viewer': 'packages/viewer/src',
};

/** The imports of one module, static and dynamic. */
export function readImports(file: string, text: string): { edges: ImportEdge[]; error: string | null } {
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) return { edges: [], error: parsed.errors[0]?.message ?? 'unknown' };
  const edges: ImportEdge[] = [];
  const add = (specifier: string, typeOnly: boolean, lazy = false): void => {
    edges.push({ from: file, typeOnly, lazy, ...resolve(file, specifier) });
  };
  for (const found of parsed.module.staticImports) {
    const typeOnly = found.entries.length > 0 && found.entries.every((entry) => entry.isType);
    add(found.moduleRequest.value, typeOnly);
  }
  for (const found of parsed.module.staticExports) {
    for (const entry of found.entries) if (entry.moduleRequest) add(entry.moduleRequest.value, entry.isType);
  }
  for (const found of parsed.module.dynamicImports) {
    const specifier = text.slice(found.moduleRequest.start, found.moduleRequest.end);
    const literal = /^['"`]([^'"`$]+)['"`]$/.exec(specifier)?.[1];
    if (literal !== undefined) add(literal, false, true);
  }
  return { edges, error: null };
}

function resolve(from: string, specifier: string): { to: string; inside: boolean } {
  const path = specifier.split('?', 1)[0] ?? specifier;
  if (path.startsWith('.')) return { to: normalize(join(dirname(from), path)), inside: true };
  const [scope = '', name = '', ...rest] = path.split('/');
  const folder = OWN_PACKAGES[`${scope}/${name}`];
  if (folder === undefined) return { to: path, inside: false };
  if (rest.length > 0) return { to: `${folder}/${rest.join('/')}.ts`, inside: true };
  const entry = folder === 'packages/viewer/src' ? 'viewer.ts' : 'index.ts';
  return { to: existsSync(`${folder}/${entry}`) ? `${folder}/${entry}` : folder, inside: true };
}

/** Cycles of value imports, each once. */
export function findCycles(edges: readonly ImportEdge[]): string[][] {
  const next = new Map<string, string[]>();
  for (const edge of edges) {
    if (edge.typeOnly || edge.lazy || !edge.inside) continue;
    next.set(edge.from, [...(next.get(edge.from) ?? []), edge.to]);
  }
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[][] = [];
  const path: string[] = [];
  const visit = (file: string): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file]);
      return;
    }
    state.set(file, 'open');
    path.push(file);
    for (const target of next.get(file) ?? []) visit(target);
    path.pop();
    state.set(file, 'done');
  };
  for (const file of next.keys()) visit(file);
  return cycles;
}
