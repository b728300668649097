/**
 * The user manual's Markdown as data: headings with ids, paragraphs, lists, tables, notes, and bold, code and links in
 * a line. Everything else is refused, above all raw HTML. The page draws elements from the data, so no text can become
 * markup.
 */
export type Inline =
  | { readonly kind: 'text' | 'bold' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly id: string; readonly text: string }
  | { readonly kind: 'paragraph' | 'note'; readonly inline: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly Inline[])[][] };

export interface Chapter {
  readonly slug: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

const HEADING = /^(##|###) (.+?) \{#([a-z][a-z-]*)\}$/;
const ITEM = /^(?:- |(\d+)\. )(.+)$/;
/** Only pages of this app: the manual has no external links. */
const LINK = /^\/[\w/.-]*(?:#[a-z][a-z-]*)?$/;

/** Parses a chapter of the manual. Throws with file and line for unknown syntax. */
export function parseChapter(slug: string, source: string): Chapter {
  const lines = source.split(/\r?\n/);
  const fail = (line: number, why: string): never => {
    throw new Error(`${slug}, line ${line + 1}: ${why}`);
  };
  const title = /^# (.+)$/.exec(lines[0] ?? '')?.[1] ?? fail(0, 'a chapter begins with its title');
  const ids = new Set<string>();
  const blocks: Block[] = [];
  let at = 1;
  const inline = (text: string): Inline[] => inlineOf(text, (why) => fail(at, why));
  /** Consumes the following lines for which `goesOn` is true. */
  const run = (goesOn: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && goesOn(lines[at] ?? '')) at += 1;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
    } else if (line.startsWith('#')) {
      const [, marks, text = '', id = ''] = HEADING.exec(line) ?? fail(at, 'a heading is "## Text {#id}"');
      if (ids.has(id)) fail(at, `the id ${id} stands twice`);
      ids.add(id);
      blocks.push({ kind: 'heading', level: marks === '##' ? 2 : 3, id, text });
      at += 1;
    } else if (line.startsWith('|')) {
      const rows = run((next) => next.startsWith('|')).map(cellsOf);
      const [head = [], ruler = [], ...body] = rows;
      if (body.length === 0 || !ruler.every((cell) => /^-{3,}$/.test(cell)))
        fail(at, 'a table has a head, a line and rows');
      if (rows.some((row) => row.length !== head.length))
        fail(at, 'the rows of a table have as many cells as its head');
      blocks.push({ kind: 'table', head, rows: body.map((row) => row.map(inline)) });
    } else if (ITEM.test(line)) {
      const ordered = !line.startsWith('- ');
      const items = run((next) => ITEM.test(next) && next.startsWith('- ') !== ordered);
      blocks.push({ kind: 'list', ordered, items: items.map((item) => inline(ITEM.exec(item)?.[2] ?? '')) });
    } else if (line.startsWith('> ')) {
      const text = run((next) => next.startsWith('> ')).map((next) => next.slice(2));
      blocks.push({ kind: 'note', inline: inline(text.join(' ')) });
    } else {
      if (/^[\s>*+=~`-]/.test(line) && !/^[*`]/.test(line)) fail(at, 'not known here');
      const text = run((next) => next.trim() !== '' && !/^(?:#|\||> |- |\d+\. )/.test(next));
      blocks.push({ kind: 'paragraph', inline: inline(text.join(' ')) });
    }
  }
  return { slug, title, blocks };
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

function inlineOf(text: string, fail: (why: string) => never): Inline[] {
  const parts: Inline[] = [];
  const pattern = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;
  let end = 0;
  const plain = (piece: string): void => {
    if (/[<>*`]|\]\(|!\[/.test(piece)) fail(`not known here: ${piece}`);
    if (piece !== '') parts.push({ kind: 'text', text: piece });
  };
  for (const found of text.matchAll(pattern)) {
    plain(text.slice(end, found.index));
    const [whole, bold, code, label, to] = found;
    if (bold !== undefined) parts.push({ kind: 'bold', text: bold });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (label !== undefined && to !== undefined) {
      if (text[found.index - 1] === '!') fail('no pictures');
      if (!LINK.test(to)) fail(`a link leads to a page of this program: ${to}`);
      parts.push({ kind: 'link', text: label, to });
    }
    end = found.index + whole.length;
  }
  plain(text.slice(end));
  return parts;
}
