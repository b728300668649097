import { inflateSync } from 'node:zlib';

/**
 * The pages of a pdf that the browser printed: the text without white space, in the order of drawing, and the size in
 * points. It reads what Chromium writes: one inflated stream for each page, fonts with a /ToUnicode table, and hexadecimal
 * text.
 */
export function readPdf(pdf: Buffer): { text: string; width: number; height: number }[] {
  const source = pdf.toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, body);
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? '';
    const [, content = ''] = /stream\r?\n([\s\S]*)\nendstream/.exec(body) ?? [];
    const bytes = Buffer.from(content, 'latin1');
    return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
  };
  const fonts = new Map<string, Font>();
  const fontOf = (id: string): Font => {
    const known = fonts.get(id) ?? fontFrom(objects.get(id) ?? '', streamOf);
    fonts.set(id, known);
    return known;
  };
  return [...objects.values()].filter(isPage).map((page) => {
    const [, box = ''] = /\/MediaBox \[([^\]]*)\]/.exec(page) ?? [];
    const [, , width = 0, height = 0] = box.split(' ').map(Number);
    const [, content = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? [];
    const ids = new Map([...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, id]));
    let font: Font = { digits: 2, letters: new Map() };
    let text = '';
    // A glyph that stands for other letters than its table says is inside a span with its actual text.
    let isSpan = false;
    for (const [token, name, actual, glyphs = ''] of streamOf(content).matchAll(TOKEN)) {
      if (name !== undefined) font = fontOf(ids.get(name) ?? '');
      else if (actual !== undefined) [text, isSpan] = [text + letterOf(actual), true];
      else if (token === 'EMC') isSpan = false;
      else if (!isSpan) for (const glyph of cut(glyphs, font.digits)) text += font.letters.get(glyph) ?? '';
    }
    return { text: plain(text), width, height };
  });
}

const TOKEN = /\/(F\d+) [\d.]+ Tf|\/ActualText <FEFF([0-9A-Fa-f]+)>|\bEMC\b|<([0-9A-Fa-f]+)>/g;

/** Fonts share a glyph between a character and a radical of the same form, for example U+9875 and U+2EDA. */
const RADICALS: Readonly<Record<string, string>> = { '\u2EDA': '页', '\u2EC5': '见' };
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u2EC5\u2EDA]/g, (sign) => RADICALS[sign] ?? sign)
    .replaceAll(/\s+/g, '');

interface Font {
  /** Hexadecimal digits of a glyph. */
  readonly digits: number;
  readonly letters: ReadonlyMap<string, string>;
}

const isPage = (body: string): boolean => /\/Type \/Page\b(?!s)/.test(body);
const cut = (text: string, size: number): string[] => text.toUpperCase().match(new RegExp(`.{${size}}`, 'g')) ?? [];
const letterOf = (code: string): string => Buffer.from(code, 'hex').swap16().toString('utf16le');

function fontFrom(body: string, streamOf: (id: string) => string): Font {
  const digits = body.includes('/Subtype /Type0') ? 4 : 2;
  const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(body) ?? [];
  const letters = new Map<string, string>();
  const map = table === '' ? '' : streamOf(table);
  for (const [, block = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', code = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(glyph.toUpperCase(), letterOf(code));
  for (const [, block = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', code = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let n = 0; n <= parseInt(last, 16) - parseInt(first, 16); n += 1)
        letters.set(hex(parseInt(first, 16) + n, digits), letterOf(hex(parseInt(code, 16) + n, code.length)));
  return { digits, letters };
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
