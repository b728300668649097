import type { z } from 'zod';
import type { Bare } from '@prdm/contract/kit';
import type { modelIndex, ModelReason } from '@prdm/contract/models';

export type ModelListInput = Bare<z.output<typeof modelIndex.input>>;

/** The fields of a model that filter and sort need. */
export interface ListedModel {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly source_bytes: number;
  readonly created_at: Date;
}

/** File names are compared without letter case, and compatible Unicode forms are equal. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** True when the name contains every part of `word` (split at spaces) and the state matches. */
export function matches(model: ListedModel, { word = '', status }: Pick<ModelListInput, 'word' | 'status'>): boolean {
  if (status !== undefined && model.status !== status) return false;
  const name = folded(model.name);
  return folded(word)
    .split(/\s+/)
    .every((part) => name.includes(part));
}

const NAMES = new Intl.Collator('zh-u-co-pinyin', { numeric: true, sensitivity: 'accent' });

const BY: Record<ModelListInput['sort'], (a: ListedModel, b: ListedModel) => number> = {
  name: (a, b) => NAMES.compare(a.name, b.name),
  size: (a, b) => a.source_bytes - b.source_bytes,
  time: (a, b) => a.created_at.getTime() - b.created_at.getTime(),
};

/** Models that compare equal are sorted by id, so that no model appears on two pages. */
export function inOrder<M extends ListedModel>(
  models: readonly M[],
  fields: Pick<ModelListInput, 'sort' | 'order'>,
): M[] {
  const sign = fields.order === 'desc' ? -1 : 1;
  return models.toSorted((a, b) => sign * (BY[fields.sort](a, b) || a.id - b.id));
}

/** Reasons that lie in the bytes of the file. The same bytes fail again each time. */
const IN_THE_FILE: ReadonlySet<ModelReason> = new Set([
  'not_ifc',
  'unsupported_schema',
  'truncated',
  'too_deep',
  'zip_empty',
  'zip_several',
  'zip_encrypted',
  'zip_damaged',
  'zip_bomb',
]);

/** False when parsing the same file again would fail again. An unknown reason answers true. */
export const retryMayHelp = (reason: ModelReason | null): boolean => reason === null || !IN_THE_FILE.has(reason);
