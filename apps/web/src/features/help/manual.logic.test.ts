import { describe, expect, it } from 'vitest';
import { parseChapter } from '../../../vite/markdown.ts';
import { readManual } from '../../../vite/manual.ts';
import { ROUTES } from '../../app/routes.tsx';
import { searchManual } from './manual.logic.ts';

const LANGS = ['zh', 'en', 'tw'] as const;
const manuals = new Map(LANGS.map((lang) => [lang, readManual(lang)]));
const chaptersOf = (lang: (typeof LANGS)[number]) => manuals.get(lang) ?? [];
const idsOf = (chapter: ReturnType<typeof parseChapter>): string[] =>
  chapter.blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));

describe.each(LANGS)('the manual in %s', (lang) => {
  const chapters = chaptersOf(lang);
  const text = JSON.stringify(chapters);

  it('mentions the address of every page under the top bar', () => {
    const pages = ROUTES.filter(({ layout }) => layout === 'shell').map(({ path }) => path);
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((path) => !text.includes(`"${path}"`))).toEqual([]);
  });

  it('has the chapters and sections of the others', () => {
    expect(chapters.map((chapter) => [chapter.slug, idsOf(chapter)])).toEqual(
      chaptersOf('zh').map((chapter) => [chapter.slug, idsOf(chapter)]),
    );
  });

  it('leads to sections and pages that exist', () => {
    const places = new Set([
      ...ROUTES.map(({ path }) => path),
      ...chapters.flatMap((chapter) => [
        `/help/${chapter.slug}`,
        ...idsOf(chapter).map((id) => `/help/${chapter.slug}#${id}`),
      ]),
    ]);
    const links = [...text.matchAll(/"kind":"link","text":"[^"]*","to":"([^"]*)"/g)].map(([, to = '']) => to);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((to) => !places.has(to))).toEqual([]);
  });
});

describe('searching the manual', () => {
  const chapters = [
    parseChapter(
      'one',
      '# First\n\nBefore everything.\n\n## Upload files {#upload}\n\nDrag them.\n\nPause and resume.\n',
    ),
    parseChapter('two', '# Second\n\n## Recycle bin {#bin}\n\n- Upload again\n- Restore **files**\n'),
  ];

  it('finds headings before text, and shows the line that holds the word', () => {
    expect(searchManual(chapters, 'upload')).toEqual([
      { to: '/help/one#upload', chapter: 'First', heading: 'Upload files', line: 'Drag them.' },
      { to: '/help/two#bin', chapter: 'Second', heading: 'Recycle bin', line: 'Upload again' },
    ]);
  });

  it('wants every word, in any place of a section', () => {
    expect(searchManual(chapters, 'restore FILES').map(({ to }) => to)).toEqual(['/help/two#bin']);
    expect(searchManual(chapters, 'before').map(({ to }) => to)).toEqual(['/help/one']);
    expect(searchManual(chapters, 'restore pause')).toEqual([]);
    expect(searchManual(chapters, '  ')).toEqual([]);
  });
});
