import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LOCALES = join(import.meta.dirname, '../../../packages/locales');
/** Texts that pages before sign-in need; everything else of a language comes in one file after it. */
const PUBLIC = new Set(['login', 'errors', 'shell']);
/** Words that only the server uses, to furnish a new installation. */
const SERVER_ONLY = new Set(['seed']);

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
      return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };\n`;
    },
  };
}
