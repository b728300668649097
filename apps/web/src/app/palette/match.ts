/** Part of a text, from the first character to the one after the last. */
export type Span = readonly [from: number, to: number];

export interface Match {
  /** 0 to 100. The best match is the active row. */
  readonly score: number;
  /** The matched letters, in order and without overlap. */
  readonly spans: readonly Span[];
}

const SCORES = { whole: 100, beginning: 80, pinyinWhole: 75, pinyinBeginning: 65, wordBeginning: 60, inside: 45 };
const PINYIN_INSIDE = 35;

/** How well a text matches a word; null when it does not. All parts of a word with spaces have to match. */
export function matchText(text: string, word: string, syllables = ''): Match | null {
  const parts = word.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = parts.map((part) => matchPart(text, part, syllables));
  if (matches.length === 0 || matches.includes(null)) return null;
  const found = matches.filter((match) => match !== null);
  // A word with spaces can be the whole name: "Block A".
  const whole = text.toLowerCase() === word.toLowerCase().trim() ? [{ score: SCORES.whole }] : found;
  return { score: Math.min(...whole.map(({ score }) => score)), spans: joined(found.flatMap(({ spans }) => spans)) };
}

function matchPart(text: string, part: string, syllables: string): Match | null {
  const at = placeIn(text, part);
  if (at !== null) {
    const spans: Span[] = [[at, at + part.length]];
    if (at === 0) return { score: text.length === part.length ? SCORES.whole : SCORES.beginning, spans };
    const beginsWord = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
    return { score: beginsWord ? SCORES.wordBeginning : SCORES.inside, spans };
  }
  return syllables === '' || !/^[a-z]+$/.test(part) ? null : matchPinyin(text, part, syllables.split(' '));
}

/** The place of a part in a text. Lower case can change the length of a text; such a text is compared as it is. */
function placeIn(text: string, part: string): number | null {
  const lower = text.toLowerCase();
  const at = (lower.length === text.length ? lower : text).indexOf(part);
  return at < 0 ? null : at;
}

/** A part of Latin letters against the sounds of the Chinese characters: initials, whole syllables, or both mixed. */
function matchPinyin(text: string, part: string, syllables: readonly string[]): Match | null {
  for (let from = 0; from < syllables.length; from += 1) {
    const to = soundsTo(part, syllables, from);
    if (to === null) continue;
    const beginning = to === syllables.length ? SCORES.pinyinWhole : SCORES.pinyinBeginning;
    return { score: from === 0 ? beginning : PINYIN_INSIDE, spans: hanSpan(text, from, to, syllables.length) };
  }
  return null;
}

/** The syllable after the last one that the part names, beginning with syllable `from`; null when it names others. */
function soundsTo(part: string, syllables: readonly string[], from: number): number | null {
  if (part === '') return from;
  const syllable = syllables[from];
  if (syllable === undefined || part[0] !== syllable[0]) return null;
  if (syllable.startsWith(part)) return from + 1;
  const whole = part.startsWith(syllable) ? soundsTo(part.slice(syllable.length), syllables, from + 1) : null;
  return whole ?? soundsTo(part.slice(1), syllables, from + 1);
}

/** The span of Chinese characters by their number. The text of another language has none to mark. */
function hanSpan(text: string, from: number, to: number, count: number): readonly Span[] {
  const places = [...text.matchAll(/\p{Script=Han}/gu)].map(({ index }) => index);
  const [first, last] = [places[from], places[to - 1]];
  return places.length !== count || first === undefined || last === undefined ? [] : [[first, last + 1]];
}

function joined(spans: readonly Span[]): readonly Span[] {
  const result: [number, number][] = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Whether a word names a key: `gt` and `g t` name 'g t'. */
export const isKeyOf = (key: string | undefined, word: string): boolean =>
  key !== undefined && key.replaceAll(' ', '') === word.toLowerCase().replaceAll(' ', '');
