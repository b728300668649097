import { pinyin } from 'pinyin-pro';

const DIGITS = 12;
const MAX = 400;

/**
 * The sort key of a name, compared byte by byte. Chinese sorts by pinyin and then by character, Latin without case, numbers by value ("图2"
 * before "图10"). The key is stored because the database pages the lists, and its collations differ between installations (not every
 * PostgreSQL has a Chinese one).
 */
export function sortKey(name: string): string {
  const numbers = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(DIGITS, '0'));
  const parts = pinyin(numbers, { toneType: 'num', type: 'all', nonZh: 'consecutive' }).map((part) =>
    part.isZh ? `${part.pinyin} ${part.origin}` : part.origin,
  );
  return parts.join('').slice(0, MAX);
}
