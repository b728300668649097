import { beforeAll, expect, test } from 'vitest';
import { loadAllTexts, setLanguage, startI18n, translate } from './i18n.ts';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});

test.each([
  ['projects.openWork.task', '1 unfinished task', '2 unfinished tasks', '未完成任务 1 项'],
  ['projects.openWork.process', '1 running review', '2 running reviews', '进行中审核 1 项'],
  ['projects.overview.floorsAbove', '1 floor', '2 floors', '1 层'],
  ['files.recycle.days', '1 day', '2 days', '1 天'],
  ['files.olderVersions', 'Show 1 older version', 'Show 2 older versions', '显示更早的 1 个版本'],
  ['home.moreReviews', '1 more review waits for you', '2 more reviews wait for you', '另有 1 项等待您审核'],
] as const)('English says one and many apart: %s', async (key, one, many, inChinese) => {
  await setLanguage('en');
  expect([translate(key, { count: 1 }), translate(key, { count: 2 })]).toEqual([one, many]);
  await setLanguage('zh');
  expect(translate(key, { count: 1 })).toBe(inChinese);
});
