import { OPINION_GRADES, type OpinionGrade, type OpinionRow } from '@prdm/contract/processes/opinions';
import type { Tone } from '../../ui/feedback/status.ts';

/** Principle opinions block a stage, so they have the tone of a refusal. */
export const GRADE_TONES: Readonly<Record<OpinionGrade, Tone>> = {
  principle: 'red',
  technical: 'amber',
  general: 'neutral',
};

export const isUnresolved = ({ state }: Pick<OpinionRow, 'state'>): boolean => state === 'open' || state === 'answered';

export type OpinionFilter = 'unresolved' | 'all';

/**
 * The ids in the order of the screen. Rows on the screen keep their place, also when their state changes: an update must
 * not move a row away from the pointer. New rows follow at the end. `shown` is empty after a change of the filter.
 */
export function steadyIds(
  shown: readonly number[],
  list: readonly Pick<OpinionRow, 'id' | 'state'>[],
  filter: OpinionFilter,
): number[] {
  const there = new Set(list.map(({ id }) => id));
  const kept = shown.filter((id) => there.has(id));
  const known = new Set(kept);
  const added = list.filter((row) => !known.has(row.id) && (filter === 'all' || isUnresolved(row)));
  return [...kept, ...added.map(({ id }) => id)];
}

/** The grade of a key: 1, 2, 3 in the order of the contract. Null for other keys. */
export const gradeOfKey = (key: string): OpinionGrade | null =>
  /^[1-3]$/.test(key) ? (OPINION_GRADES[key.charCodeAt(0) - '1'.charCodeAt(0)] ?? null) : null;

/** Place of an unsent opinion: words, or the id of a file of the round. */
export type DraftPlace = 'text' | number;

export interface OpinionDraft {
  readonly grade: OpinionGrade;
  readonly text: string;
  readonly place: DraftPlace;
  readonly location: string;
  readonly page: string;
}

export const EMPTY_DRAFT: OpinionDraft = { grade: 'technical', text: '', place: 'text', location: '', page: '' };

const words = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A stored draft of any version of the form. Missing and wrong fields are those of an empty one. */
export function draftOf(stored: Record<string, unknown> | null): OpinionDraft {
  if (stored === null) return EMPTY_DRAFT;
  return {
    grade: OPINION_GRADES.find((grade) => grade === stored.grade) ?? EMPTY_DRAFT.grade,
    text: words(stored.text),
    place: typeof stored.place === 'number' ? stored.place : 'text',
    location: words(stored.location),
    page: words(stored.page),
  };
}

/** The fields of the call that name the place of a draft. A file that is no longer there leaves a place in words. */
export function placeFields(draft: OpinionDraft, fileIds: readonly number[]) {
  const { place, location, page } = draft;
  if (place === 'text' || !fileIds.includes(place)) return { place: 'text' as const, place_name: location.trim() };
  const named = page.trim();
  return { place: 'file' as const, attachment_id: place, ...(named === '' ? {} : { page: named }) };
}

/** The field of the form that a refusal concerns. Refusals about anything else stand at the text. */
export const fieldOf = (field: string | null): 'text' | 'place' =>
  field !== null && ['place', 'place_name', 'attachment_id', 'page', 'guid', 'view', 'version_id'].includes(field)
    ? 'place'
    : 'text';

/** Opinions whose place lies in the model. */
export const inModel = (list: readonly OpinionRow[], modelId: number): OpinionRow[] =>
  list.filter(({ place }) => place.model?.id === modelId);
