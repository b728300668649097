import type { Block, Chapter, Inline } from '../../../vite/markdown.ts';

export type { Block, Chapter, Inline };

export const MANUAL = '/help';
export const chapterPath = (slug: string): string => `${MANUAL}/${slug}`;

/** A section of the manual that contains every typed word. */
export interface Place {
  readonly to: string;
  readonly chapter: string;
  readonly heading: string;
  /** The first line with one of the words. Without such a line, the first line of the section. */
  readonly line: string;
}

interface Section {
  readonly id: string | null;
  readonly heading: string;
  readonly lines: readonly string[];
}

const textOf = (inline: readonly Inline[]): string => inline.map(({ text }) => text).join('');

function linesOf(block: Block): string[] {
  if (block.kind === 'list') return block.items.map(textOf);
  if (block.kind === 'table') return block.rows.map((row) => row.map(textOf).join(' · '));
  return block.kind === 'heading' ? [block.text] : [textOf(block.inline)];
}

/** The sections of a chapter, one for each heading. The text before the first heading has the id null. */
function sectionsOf(chapter: Chapter): Section[] {
  const sections: { id: string | null; heading: string; lines: string[] }[] = [
    { id: null, heading: chapter.title, lines: [] },
  ];
  for (const block of chapter.blocks) {
    if (block.kind === 'heading') sections.push({ id: block.id, heading: block.text, lines: [] });
    else sections.at(-1)?.lines.push(...linesOf(block));
  }
  return sections;
}

/** The sections that contain every typed word. Matches in the heading come before matches in the text. */
export function searchManual(chapters: readonly Chapter[], typed: string): Place[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const holds = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const [inHeading, inText]: [Place[], Place[]] = [[], []];
  for (const chapter of chapters) {
    for (const { id, heading, lines } of sectionsOf(chapter)) {
      const line = lines.find((each) => words.some((word) => each.toLowerCase().includes(word))) ?? lines[0] ?? '';
      const to = chapterPath(chapter.slug) + (id === null ? '' : `#${id}`);
      const place = { to, chapter: chapter.title, heading, line };
      if (holds(heading)) inHeading.push(place);
      else if (holds(`${heading} ${lines.join(' ')}`)) inText.push(place);
    }
  }
  return [...inHeading, ...inText];
}
