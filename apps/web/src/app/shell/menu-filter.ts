import type { Translate } from '../../lib/i18n.ts';
import { matchText } from '../palette/match.ts';
import type { MenuItem, MenuLeaf } from './menu-model.ts';

/** The filter field shows from this number of visible entries on (docs/domains/frame.md). */
export const FILTER_FROM = 6;

/** Number of pages in a menu. */
export const countOf = (items: readonly MenuItem[]): number =>
  items.reduce((sum, item) => sum + (item.kind === 'leaf' ? 1 : item.children.length), 0);

/**
 * The entries whose label matches the word, in the reader's language or by the pinyin of Chinese. A group whose own label
 * matches keeps all its entries. Other groups keep the matching ones.
 */
export function filtered(
  items: readonly MenuItem[],
  word: string,
  t: Translate,
  syllables: Readonly<Record<string, string>>,
): readonly MenuItem[] {
  if (word.trim() === '') return items;
  const fits = ({ labelKey }: Pick<MenuLeaf, 'labelKey'>): boolean =>
    matchText(t(labelKey), word, syllables[labelKey]) !== null;
  return items.flatMap((item): MenuItem[] => {
    if (item.kind === 'leaf') return fits(item) ? [item] : [];
    const children = fits(item) ? item.children : item.children.filter(fits);
    return children.length === 0 ? [] : [{ ...item, children }];
  });
}
