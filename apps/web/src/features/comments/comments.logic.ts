/** A person who can be mentioned, as far as the text of a comment needs it. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface TextPart {
  readonly text: string;
  readonly mention: boolean;
}

/** Longer names first: "@张三丰" must not be read as "@张三". */
const byLength = (people: readonly Named[]): Named[] =>
  people.filter(({ name }) => name !== '').toSorted((one, other) => other.name.length - one.name.length);

/** The text in parts: mentions of the given people, and the rest. */
export function partsOf(text: string, people: readonly Named[]): TextPart[] {
  const names = byLength(people);
  const parts: TextPart[] = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const found = text[at] === '@' ? names.find(({ name }) => text.startsWith(name, at + 1)) : undefined;
    if (found === undefined) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain !== '') parts.push({ text: plain, mention: false });
    parts.push({ text: `@${found.name}`, mention: true });
    plain = '';
    at += found.name.length + 1;
  }
  if (plain !== '') parts.push({ text: plain, mention: false });
  return parts;
}

/** The ids of the given people whom the text still mentions. */
export function mentionedIn(text: string, people: readonly Named[]): number[] {
  const named = new Set(partsOf(text, people).flatMap((part) => (part.mention ? [part.text.slice(1)] : [])));
  return people.filter(({ name }) => named.has(name)).map(({ id }) => id);
}

const LONGEST_WORD = 20;

/** The word after the last @ before the caret, or null when the caret is in no mention. An e-mail address is none. */
export function mentionAt(text: string, caret: number): { readonly from: number; readonly word: string } | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0 || /[A-Za-z0-9._-]/.test(text[from - 1] ?? '')) return null;
  const word = text.slice(from + 1, caret);
  return /\s/.test(word) || word.length > LONGEST_WORD ? null : { from, word };
}

/** The text with the typed word replaced by the name, and the place of the caret behind it. */
export function withMention(
  text: string,
  at: { readonly from: number; readonly word: string },
  name: string,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, at.from)}@${name} `;
  return { text: before + text.slice(at.from + 1 + at.word.length).replace(/^ /, ''), caret: before.length };
}
