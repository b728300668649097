import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { sortKey } from '../../server/src/platform/names/sort-key.ts';

const LOCALES = join(import.meta.dirname, '../../../packages/locales');
const ID = 'virtual:pinyin';
/** Texts that the palette lists: titles of pages, actions, and what `g` leads to. */
const LISTED =
  /^[\w-]+\.titles\.|^help\.(?:title|manual\.title)$|^enterprise\.system\.title$|^palette\.(?:actions|go)\./;

type Tree = { readonly [key: string]: string | Tree };

/** The module `virtual:pinyin`: the syllables of titles and actions by text key, so that the browser needs no pinyin library. */
export function pinyinOfTexts(): Plugin {
  return {
    name: 'prdm:pinyin',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(listedSyllables())};\n` : null),
  };
}

/** The syllables of the Chinese text of each listed key. Simplified and traditional characters sound alike. */
export function listedSyllables(): Record<string, string> {
  const folder = join(LOCALES, 'zh');
  const texts = readdirSync(folder).flatMap((file) =>
    flatten(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Tree, file.replace(/\.json$/, '')),
  );
  return Object.fromEntries(
    texts.filter(([key]) => LISTED.test(key)).map(([key, text]) => [key, syllablesOf(text).join(' ')]),
  );
}

/** The syllable of each Chinese character of a text in its order, without tone. The server's sort key holds them as `xiang4 项`. */
export const syllablesOf = (text: string): string[] =>
  [...sortKey(text).matchAll(/([a-zü]+)\d? \p{Script=Han}/gu)].map(([, syllable = '']) => syllable.replace('ü', 'v'));

const flatten = (tree: Tree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(value, `${prefix}.${key}`),
  );
