import { beforeAll, expect, test } from 'vitest';
import {
  cappedCount,
  fileSize,
  money,
  momentOf,
  momentOfStamp,
  names,
  relative,
  shortMoney,
  toWire,
  withNote,
} from './format.ts';
import { loadAllTexts, setLanguage, startI18n } from './i18n.ts';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});

const now = new Date('2026-11-20T12:00:00+08:00');

test('wire times are Shanghai times, whatever the computer thinks', () => {
  expect(momentOf('2026-11-20 12:00:00')?.getTime()).toBe(now.getTime());
  expect(toWire(now)).toBe('2026-11-20 12:00:00');
  expect(momentOf('nonsense')).toBeNull();
  expect(momentOf('')).toBeNull();
});

test('[VA-030] a ten-digit stamp counts seconds', () => {
  expect(momentOfStamp(1_700_000_000).getTime()).toBe(1_700_000_000_000);
  expect(momentOfStamp(1_700_000_000_000).getTime()).toBe(1_700_000_000_000);
  expect(momentOfStamp(1_795_147_200).getTime()).toBe(momentOfStamp(1_795_147_200_000).getTime());
});

test('relative within seven days, the full time beyond', () => {
  expect(relative('2026-11-20 11:59:40', now)).toBe('刚刚');
  expect(relative('2026-11-20 11:30:00', now)).toBe('30分钟前');
  expect(relative('2026-11-20 09:00:00', now)).toBe('3小时前');
  expect(relative('2026-11-19 09:00:00', now)).toBe('昨天');
  expect(relative('2026-11-15 12:00:00', now)).toBe('5天前');
  expect(relative('2026-11-10 12:00:00', now)).toBe('2026-11-10 12:00:00');
  expect(relative('2026-11-22', now)).toBe('后天');
  expect(relative('2026-11-20', now)).toBe('今天');
  expect(relative('2026-12-31', now)).toBe('2026-12-31');
});

test('money, counts and sizes', async () => {
  expect(money('1234567.8')).toBe('¥1,234,567.80');
  expect(money(null)).toBe('');
  expect(shortMoney(12_345_700)).toBe('¥1234.57万');
  expect(shortMoney(9_999)).toBe('¥9,999.00');
  expect(cappedCount(1000, 1000)).toBe('1,000');
  expect(cappedCount(1001, 1000)).toBe('1,000+');
  expect([0, 1023, 1024, 1536, 5_368_709_120].map(fileSize)).toEqual(['0 B', '1,023 B', '1 KB', '1.5 KB', '5 GB']);
  await setLanguage('en');
  expect(relative('2026-11-19 09:00:00', now)).toBe('yesterday');
  await setLanguage('zh');
});

test('names and notes have the signs of the language', async () => {
  const people = [{ name: 'A' }, { name: 'B' }];
  expect([names(people), withNote('A', 'B')]).toEqual(['A、B', 'A（B）']);
  await setLanguage('en');
  expect([names(people), withNote('A', 'B')]).toEqual(['A, B', 'A (B)']);
  await setLanguage('zh');
});
