import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LOCALES = join(import.meta.dirname, '../../../packages/locales');
/** Texts that pages before sign-in need; everything else of a language comes in one file after it. */
const PUBLIC = new Set(['login', 'errors', 'shell']);
/** Words that the server furnishes a new installation with; of them the client only needs the names below. */
const SERVER_ONLY = new Set(['seed']);
/** Kinds of standard entries whose names people see: kept in the database in Chinese, read in the reader's language. */
const STANDARD_KINDS = ['roles', 'positions', 'project_type', 'stage', 'profession'] as const;

const PREFIX = 'virtual:texts/';

/**
 * Modules `virtual:texts/<lang>/<public|more>`: the JSON files of a language as one module `{ namespace: texts }`, so that a
 * language costs two requests however many files it is kept in.
 */
export function texts(): Plugin {
  return {
    name: 'prdm:texts',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      const found = /^\0virtual:texts\/(zh|en|tw)\/(public|more)$/.exec(id);
      if (!found) return null;
      const [, lang = '', part] = found;
      const names = readdirSync(join(LOCALES, lang))
        .map((file) => file.replace(/\.json$/, ''))
        .filter((name) => !SERVER_ONLY.has(name) && PUBLIC.has(name) === (part === 'public'));
      const imports = names.map(
        (name, at) => `import n${at} from ${JSON.stringify(join(LOCALES, lang, `${name}.json`))};`,
      );
      const entries = names.map((name, at) => `${JSON.stringify(name)}: n${at}`);
      if (part === 'more') entries.push(`standard: ${JSON.stringify(standardNames(lang))}`);
      return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };\n`;
    },
  };
}

type Names = Record<string, string>;

/** By kind: the name as it was furnished, and how it reads in a language. */
export function standardNames(lang: string): Record<string, Names> {
  const [furnished, read] = [seedOf('zh'), seedOf(lang)];
  return Object.fromEntries(
    STANDARD_KINDS.map((kind) => [
      kind,
      Object.fromEntries(Object.entries(furnished[kind] ?? {}).map(([key, name]) => [name, read[kind]?.[key] ?? name])),
    ]),
  );
}

const seedOf = (lang: string): Record<string, Names | undefined> =>
  JSON.parse(readFileSync(join(LOCALES, lang, 'seed.json'), 'utf8')) as Record<string, Names | undefined>;
