import { pinyin } from 'pinyin-pro';

const DIGITS = 12;
const MAX = 400;

/**
 * What names are sorted by, compared byte for byte: Chinese by pinyin and then by the character, Latin without case, numbers by
 * their value ("图2" before "图10"). Stored, because pages are cut in the database and its own orders differ from one
 * installation to the next (not every PostgreSQL knows a Chinese one).
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
