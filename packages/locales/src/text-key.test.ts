import { expect, test } from 'vitest';
import { keyInData, type TextEntry, type TextKey } from './text-key.ts';

/** The types are the test: `npm run check` fails where an expected error is missing. */
const given = (key: TextKey): TextKey => key;
const status = (code: 'finished' | 'paused'): TextKey => given(`status.${code}`);

test('a key of the locale files is a text key, also a composed one', () => {
  const entry: TextEntry<'codes'> = '1005';
  const keys: TextKey[] = [given('common.save'), status('paused'), `codes.${entry}`, keyInData('no.text')];
  expect(keys).toEqual(['common.save', 'status.paused', 'codes.1005', 'no.text']);
});

test('a plural is named without its ending', () => {
  expect(given('projects.openWork.task')).toBe('projects.openWork.task');
});

test('an unknown key is a type error', () => {
  const code: string = 'paused';
  const wrong = 'gone' as 'gone' | 'paused';
  expect([
    // @ts-expect-error no file has this entry
    given('common.saave'),
    // @ts-expect-error there is no such file
    given('nowhere.save'),
    // @ts-expect-error a group of texts is no text
    given('tasks.action'),
    // @ts-expect-error a key from a text of any content is not checked: keyInData marks it
    given(`status.${code}`),
    // @ts-expect-error one of the two has no text
    given(`status.${wrong}`),
    // @ts-expect-error no such code
    'codes.12345' satisfies TextKey,
  ]).toHaveLength(6);
});
