import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LOCALES = join(import.meta.dirname, '../../../packages/locales');
/** Files for pages before sign-in. All other texts of a language load together afterwards. */
const PUBLIC = new Set(['login', 'errors', 'shell', 'recovery', 'invite', 'validation']);
/** Initial texts of a new installation. The client needs only the names below. */
const SERVER_ONLY = new Set(['seed']);
/**
 * Kinds of standard entries with names on screen. The database stores the Chinese name; the client shows it in the
 * reader's language.
 */
const STANDARD_KINDS = [
  'roles',
  'positions',
  'project_type',
  'stage',
  'profession',
  'secret_level',
  'industry',
  'project_grade',
  'structure_type',
  'service_content',
  'position_title',
  'other_task',
  'stask_type',
  'label_group',
  'label',
] as const;

const PREFIX = 'virtual:texts/';

/**
 * Modules `virtual:texts/<lang>/<public|more>`: the JSON files of a language as one module `{ namespace: texts }`. A
 * language costs two requests, whatever the number of its files.
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

/** Per kind: the original Chinese name and its form in a language. */
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
