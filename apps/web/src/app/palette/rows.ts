import type { StatusLabel } from '@prdm/contract/status';
import type { IconName } from '../../ui/look/icon.tsx';
import { isKeyOf, matchText, type Span } from './match.ts';

export type GroupName =
  | 'recent'
  | 'actions'
  | 'pages'
  | 'projects'
  | 'tasks'
  | 'files'
  | 'people'
  | 'general'
  | 'failed';

/** Something that the palette can open or start. */
export interface Source {
  /** Kind and id, the same for a recent record and for the found one: 'task:7'. */
  readonly id: string;
  readonly name: string;
  readonly picture: IconName | { readonly personId: number; readonly thumb: string };
  /** Project, folder, department: the distinction from others of that name. */
  readonly detail?: string;
  readonly status?: StatusLabel;
  readonly keys?: string;
  /** Sounds of the Chinese name. */
  readonly syllables?: string;
  /** Other names by which the server may have found it: number, short name. */
  readonly aliases?: readonly string[];
  /** Its address. Without address and without `run` the row opens nothing. */
  readonly to?: string;
  readonly run?: () => void;
  /** The palette stays open. */
  readonly stays?: true;
}

export interface Row extends Source {
  /** 0 for a row of an older answer that does not match the present word. */
  readonly score: number;
  readonly spans: readonly Span[];
}

export interface Group {
  readonly name: GroupName;
  readonly rows: readonly Row[];
}

export type Found = Partial<Record<'projects' | 'tasks' | 'files' | 'people', readonly Source[]>>;

export interface Sources {
  readonly recents: readonly Source[];
  /** Actions of the page. */
  readonly actions: readonly Source[];
  readonly pages: readonly Source[];
  /** Actions of every page. */
  readonly general: readonly Source[];
}

/** Rows of one group at most: recent records without a word, then everything with a word. */
export const RECENT_MOST = 8;
const MATCHES_MOST = 5;
/** Score of a row that only the server can judge: it found pinyin or a phone number. */
const BY_SERVER = 30;

export const plain = (source: Source): Row => ({ ...source, score: 0, spans: [] });

const withoutEmpty = (groups: readonly Group[]): Group[] => groups.filter(({ rows }) => rows.length > 0);

/** The rows before a word is typed. */
export function restingGroups({ recents, actions, pages, general }: Sources): Group[] {
  return withoutEmpty([
    { name: 'recent', rows: recents.slice(0, RECENT_MOST).map(plain) },
    { name: 'actions', rows: actions.map(plain) },
    { name: 'pages', rows: pages.map(plain) },
    { name: 'general', rows: general.map(plain) },
  ]);
}

function judged(source: Source, word: string): Row | null {
  const { name, syllables, keys, aliases = [] } = source;
  const match = matchText(name, word, syllables);
  if (match !== null) return { ...source, ...match };
  if (isKeyOf(keys, word)) return { ...source, score: 90, spans: [] };
  const alias = Math.max(0, ...aliases.map((one) => matchText(one, word)?.score ?? 0));
  return alias === 0 ? null : { ...source, score: alias - 1, spans: [] };
}

const matching = (sources: readonly Source[], word: string): Row[] =>
  sources
    .map((source) => judged(source, word))
    .filter((row) => row !== null)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MATCHES_MOST);

/**
 * The rows that match a word: recent records, actions and pages at once, and the server's answer. The group with the best row comes first,
 * so that the first row of all is the best match. Rows of an older answer (`isFresh` false) stay, with their own score for the new word.
 */
export function matchedGroups(word: string, sources: Sources, found: Found | null, isFresh: boolean): Group[] {
  const answered = new Map(
    Object.values(found ?? {})
      .flat()
      .map((source) => [source.id, source]),
  );
  // The server's row is newer than the stored one.
  const recents = matching(
    sources.recents.map((recent) => answered.get(recent.id) ?? recent),
    word,
  );
  const shown = new Set(recents.map(({ id }) => id));
  const ofServer = (rows: readonly Source[] = []): Row[] =>
    rows
      .filter(({ id }) => !shown.has(id))
      .map((source) => judged(source, word) ?? { ...plain(source), score: isFresh ? BY_SERVER : 0 })
      .toSorted((a, b) => b.score - a.score);
  const groups = withoutEmpty([
    { name: 'recent', rows: recents },
    { name: 'actions', rows: matching([...sources.actions, ...sources.general], word) },
    { name: 'pages', rows: matching(sources.pages, word) },
    { name: 'projects', rows: ofServer(found?.projects) },
    { name: 'tasks', rows: ofServer(found?.tasks) },
    { name: 'files', rows: ofServer(found?.files) },
    { name: 'people', rows: ofServer(found?.people) },
  ]);
  const best = ({ rows }: Group): number => Math.max(...rows.map(({ score }) => score));
  return groups.toSorted((a, b) => best(b) - best(a));
}

/** Whether Enter may open the row now. A row of an older answer that does not match the new word waits for the new answer. */
export const isCertain = (row: Row, word: string, isFresh: boolean): boolean => word === '' || isFresh || row.score > 0;

export const opensNothing = ({ to, run }: Source): boolean => to === undefined && run === undefined;

/** The row that a key leads to. Movement by one row goes round, as in menus. */
export function rowAfter(rows: readonly Row[], at: number, key: string): Row | undefined {
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  return step === 0 || rows.length === 0 ? undefined : rows[(at + step + rows.length) % rows.length];
}
