import { parseSync } from 'oxc-parser';
import { EXEMPT_FROM_LANGUAGE } from './language-exempt.ts';

/** The rule of language in CONTRIBUTING.md, as far as a program can judge it. */
const OPENING = /^(?:Whoever|Whose|Who|What|Nobody|Of)\b/;
const WORD = /(?<![.\w])(?:anew|tells?|told)\b(?!\()/i;

/** Code and quoted words are mentioned, not used. */
const withoutMentions = (text: string): string => text.replace(/`[^`]*`/g, '``').replace(/"[^"]{1,80}"/g, '""');

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])["')]?\s+(?=[A-Z])/);

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A run of sentences: a paragraph, a list entry, a table cell, a comment. */
interface Passage {
  readonly line: number;
  readonly text: string;
  /** Its first word counts as the beginning of a sentence in lower case, too. */
  readonly opens: boolean;
}

function judge(file: string, { line, text, opens }: Passage): string[] {
  const plain = withoutMentions(text);
  const trimmed = plain.trim();
  const sentences = sentencesOf(opens ? capitalised(trimmed) : trimmed);
  const openings = sentences.flatMap((sentence) => OPENING.exec(sentence)?.[0] ?? []);
  const word = WORD.exec(plain)?.[0];
  return [
    ...openings.map((opening) => `${file}:${line}: a sentence begins with "${opening}" (rule 3 of language)`),
    ...(word === undefined ? [] : [`${file}:${line}: uses the word "${word}" (rule 5 of language)`]),
  ];
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

interface Comment {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

const STYLE_COMMENT = /\/\*([\s\S]*?)\*\//g;
const SQL_COMMENT = /'(?:[^']|'')*'|--([^\n]*)|\/\*([\s\S]*?)\*\//g;

function commentsOf(file: string, text: string): Comment[] {
  if (/\.(tsx?|mjs)$/.test(file)) return parseSync(file, text).comments;
  return [...text.matchAll(file.endsWith('.sql') ? SQL_COMMENT : STYLE_COMMENT)].flatMap((found) => {
    const value = found[1] ?? found[2];
    return value === undefined ? [] : [{ start: found.index, end: found.index + found[0].length, value }];
  });
}

/** Line comments one below the other are one text: the first word of the second line begins no sentence. */
function joined(comments: readonly Comment[], text: string): Comment[] {
  const all: Comment[] = [];
  for (const comment of comments) {
    const before = all.at(-1);
    const between = before === undefined ? null : text.slice(before.end, comment.start);
    const isLine = /^(?:\/\/|--)/.test(text.slice(comment.start, comment.start + 2));
    if (before !== undefined && isLine && /^\n[ \t]*$/.test(between ?? ''))
      all[all.length - 1] = { start: before.start, end: comment.end, value: `${before.value}\n${comment.value}` };
    else all.push(comment);
  }
  return all;
}

/** Complaints about the comments of a source file. */
export function findPoorComments(file: string, text: string): string[] {
  return joined(commentsOf(file, text), text).flatMap(({ start, value }) =>
    value
      .replace(/^\s*\* ?/gm, '')
      .split(/\n\s*\n/)
      .filter((paragraph) => !/^\s*(?:#|oxlint|@ts-|eslint)/.test(paragraph))
      .flatMap((paragraph) =>
        judge(file, { line: lineAt(text, start), text: paragraph.replace(/\s+/g, ' '), opens: true }),
      ),
  );
}

const BULLET = /^\s*(?:[-*+]|\d+\.)\s+/;
const HEADING = /^#+\s+/;

function passagesOf(text: string): Passage[] {
  const found: Passage[] = [];
  let isCode = false;
  let isBroken = true;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || line.trim() === '' || /^\s*(?:```|~~~)/.test(line)) {
      isBroken = true;
    } else if (line.trimStart().startsWith('|')) {
      for (const cell of line.split('|')) found.push({ line: index + 1, text: cell, opens: false });
      isBroken = true;
    } else if (isBroken || BULLET.test(line) || HEADING.test(line)) {
      const opens = BULLET.test(line) || HEADING.test(line);
      found.push({ line: index + 1, text: line.replace(BULLET, '').replace(HEADING, ''), opens });
      isBroken = HEADING.test(line);
    } else {
      const last = found.at(-1);
      if (last !== undefined) found[found.length - 1] = { ...last, text: `${last.text} ${line.trim()}` };
    }
  }
  return found;
}

/** Complaints about an English document. */
export const findPoorProse = (file: string, text: string): string[] =>
  passagesOf(text).flatMap((passage) => judge(file, { ...passage, text: passage.text.replace(/\*\*|__/g, '') }));

const SUBJECT_MAX = 72;
const FORM = /^[a-z][a-z0-9 ,./_-]*: ([a-z]+)(?:-[a-z]+)* \S/;
/** Word forms that are no imperatives. IMPERATIVES lists the exceptions with such an ending. */
const OTHER_FORM = /(?:ing|ed|[^s]s)$|^(?:the|an?|no|not|who|what|whose|nobody|of)$/;
const IMPERATIVES = new Set(
  'bring string ping need feed seed embed speed exceed proceed succeed shed focus bias canvas'.split(' '),
);

/** The complaint about the subject of a commit, or null. Git's own subjects of merges and reverts have no area and fail. */
export function judgeSubject(subject: string): string | null {
  if (subject.length > SUBJECT_MAX) return `has ${subject.length} characters, at most ${SUBJECT_MAX} are allowed`;
  if (subject.includes(';')) return 'holds ";": a commit has one idea';
  const verb = FORM.exec(subject)?.[1];
  if (verb === undefined) return 'is not of the form "area: imperative verb + object"';
  if (OTHER_FORM.test(verb) && !IMPERATIVES.has(verb)) return `begins with "${verb}", which is no imperative verb`;
  return null;
}

/** The exemption that covers a file, or undefined. */
export const exemptionOf = (file: string): string | undefined =>
  EXEMPT_FROM_LANGUAGE.find((prefix) => file.startsWith(prefix));
