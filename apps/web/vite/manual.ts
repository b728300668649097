import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { parseChapter, type Chapter } from './markdown.ts';

const MANUAL = join(import.meta.dirname, '../../../docs/manual');
const PREFIX = 'virtual:manual/';

/** Modules `virtual:manual/<lang>`: the user manual of a language as data. The manual page loads them on demand. */
export function manual(): Plugin {
  return {
    name: 'prdm:manual',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      const lang = /^\0virtual:manual\/(zh|en|tw)$/.exec(id)?.[1];
      if (lang === undefined) return null;
      for (const file of chapterFiles(lang)) this.addWatchFile(join(MANUAL, lang, file));
      return `export default ${JSON.stringify(readManual(lang))};\n`;
    },
  };
}

/** Chapters in the order of their file numbers. The rest of a file name is the slug in the address. */
export const readManual = (lang: string): Chapter[] =>
  chapterFiles(lang).map((file) =>
    parseChapter(file.replace(/^\d+-|\.md$/g, ''), readFileSync(join(MANUAL, lang, file), 'utf8')),
  );

const chapterFiles = (lang: string): string[] =>
  readdirSync(join(MANUAL, lang))
    .filter((file) => file.endsWith('.md'))
    .toSorted();
