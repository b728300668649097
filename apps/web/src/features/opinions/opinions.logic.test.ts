import { expect, test } from 'vitest';
import { IN_WORDS, ON_WALL, opinionSample } from '../../testing/opinion-samples.ts';
import { opinionViewPath } from './addresses.ts';
import { draftOf, EMPTY_DRAFT, fieldOf, gradeOfKey, inModel, placeFields, steadyIds } from './opinions.logic.ts';

const row = (no: number, state: 'open' | 'answered' | 'closed' = 'open') => opinionSample(no, { state });

test('rows keep their place when one of them ends, and new ones follow at the end', () => {
  const first = steadyIds([], [row(1), row(2), row(4, 'closed')], 'unresolved');
  expect(first).toEqual([101, 102]);
  const later = steadyIds(first, [row(2, 'answered'), row(5), row(1, 'closed'), row(4, 'closed')], 'unresolved');
  expect(later).toEqual([101, 102, 105]);
  expect(steadyIds(later, [row(2), row(5)], 'unresolved'), 'a deleted one leaves').toEqual([102, 105]);
  expect(steadyIds([], [row(2), row(1, 'closed')], 'all')).toEqual([102, 101]);
});

test('the keys 1, 2, 3 choose a grade, other keys none', () => {
  expect(['1', '2', '3', '4', '0', 'a', 'Enter'].map(gradeOfKey)).toEqual([
    'principle',
    'technical',
    'general',
    null,
    null,
    null,
    null,
  ]);
});

test('a stored draft of another version of the form is read as far as it fits', () => {
  expect(draftOf(null)).toEqual(EMPTY_DRAFT);
  expect(draftOf({ grade: 'worst', text: 7, place: 12, page: '3' })).toEqual({ ...EMPTY_DRAFT, place: 12, page: '3' });
});

test('a place names the file while it is in the round, else the words', () => {
  const draft = { ...EMPTY_DRAFT, place: 12, page: ' 3 ', location: ' 三层 ' };
  expect(placeFields(draft, [12])).toEqual({ place: 'file', attachment_id: 12, page: '3' });
  expect(placeFields({ ...draft, page: '' }, [12])).toEqual({ place: 'file', attachment_id: 12 });
  expect(placeFields(draft, [13])).toEqual({ place: 'text', place_name: '三层' });
});

test('a refusal stands at the place or at the text', () => {
  expect(['page', 'attachment_id', 'view', 'text', 'grade', null].map(fieldOf)).toEqual([
    'place',
    'place',
    'place',
    'text',
    'text',
    'text',
  ]);
});

test('a place in a model leads to the stored view, other places lead nowhere', () => {
  const at = { processId: 1, projectId: 3 };
  const onWall = opinionSample(1, { place: ON_WALL });
  expect(opinionViewPath(onWall, at)).toBe('/file/model/view?id=4&project_id=3&process=1&opinion=101');
  expect(opinionViewPath(opinionSample(2, { place: IN_WORDS }), at)).toBeNull();
  expect(opinionViewPath(opinionSample(3, { place: { ...ON_WALL, model: null } }), at)).toBeNull();
  expect(inModel([onWall, opinionSample(2)], 4)).toEqual([onWall]);
  expect(inModel([onWall], 5)).toEqual([]);
});
