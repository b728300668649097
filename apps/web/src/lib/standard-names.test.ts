import { beforeAll, expect, test } from 'vitest';
import { loadAllTexts, setLanguage, standardName, startI18n } from './i18n.ts';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});

test('standard names read in the reader’s language, names of the enterprise as they were typed', async () => {
  expect(standardName('stage', '施工图设计')).toBe('施工图设计');
  await setLanguage('en');
  expect(standardName('stage', '施工图设计')).toBe('Construction documents');
  expect(standardName('roles', '设计人')).toBe('Designer');
  // Names that the enterprise renamed or added, and a name of another kind.
  expect(standardName('stage', '施工图设计（二次）')).toBe('施工图设计（二次）');
  expect(standardName('stage', '设计人')).toBe('设计人');
  expect(standardName('stage', 'constructor')).toBe('constructor');
  await setLanguage('tw');
  expect(standardName('profession', '给排水')).toBe('給排水');
});
