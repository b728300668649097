import { expect, test } from 'vitest';
import { SHEET_FIELDS } from '../../projects.logic.ts';
import { SECTIONS, wrongIn } from './sections.ts';

test('each field of the sheet stands in one section', () => {
  expect(Object.values(SECTIONS).flat().toSorted()).toEqual([...SHEET_FIELDS, 'manager_id'].toSorted());
});

test('a section counts its wrong fields in the order of the screen', () => {
  expect(wrongIn('areas', ['bim_area', 'name', 'build_area'])).toEqual(['build_area', 'bim_area']);
  expect(wrongIn('people', ['name'])).toEqual([]);
});
