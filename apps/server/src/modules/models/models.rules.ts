import type { z } from 'zod';
import type { modelIndex } from '@prdm/contract/models';

export type ModelWish = z.output<typeof modelIndex.input>;

/** As much of a model as finding and ordering need. */
export interface ListedModel {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly source_bytes: number;
  readonly created_at: Date;
}

/** As names of files are told apart: compatible forms are one, letter case does not count. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether every part of `word` (parted by spaces) stands somewhere in the name, and the state is the one asked for. */
export function isWished(model: ListedModel, { word = '', status }: Pick<ModelWish, 'word' | 'status'>): boolean {
  if (status !== undefined && model.status !== status) return false;
  const name = folded(model.name);
  return folded(word)
    .split(/\s+/)
    .every((part) => name.includes(part));
}

const NAMES = new Intl.Collator('zh-u-co-pinyin', { numeric: true, sensitivity: 'accent' });

const BY: Record<ModelWish['sort'], (a: ListedModel, b: ListedModel) => number> = {
  name: (a, b) => NAMES.compare(a.name, b.name),
  size: (a, b) => a.source_bytes - b.source_bytes,
  time: (a, b) => a.created_at.getTime() - b.created_at.getTime(),
};

/** Every order is a whole one: equals stand by id, so that no model is on two pages. */
export function inOrder<M extends ListedModel>(models: readonly M[], wish: Pick<ModelWish, 'sort' | 'order'>): M[] {
  const sign = wish.order === 'desc' ? -1 : 1;
  return models.toSorted((a, b) => sign * (BY[wish.sort](a, b) || a.id - b.id));
}
