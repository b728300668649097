import { describe, expect, test } from 'vitest';
import { keyCaps, withKey } from './key-text.ts';
import { keyOfEvent, NOTHING, press, SEQUENCE_MS, type Pending } from './sequence.ts';

const KNOWN = ['g h', 'g t', 'n t', '?', 't'];

/** Presses keys at times in ms. Gives what each key hits: a sequence, 'taken' or 'free'. */
function play(keys: readonly (readonly [string, number])[]): string[] {
  let pending: Pending = NOTHING;
  return keys.map(([key, at]) => {
    const { pending: next, hit, isTaken } = press(pending, key, at, KNOWN);
    pending = next;
    return hit ?? (isTaken ? 'taken' : 'free');
  });
}

describe('keys in sequence', () => {
  test.each([
    [
      'a sequence',
      [
        ['g', 0],
        ['t', 900],
      ],
      ['taken', 'g t'],
    ],
    ['a single key', [['?', 0]], ['?']],
    [
      'the last moment',
      [
        ['g', 0],
        ['h', SEQUENCE_MS],
      ],
      ['taken', 'g h'],
    ],
    [
      'too late, the second key counts alone',
      [
        ['g', 0],
        ['t', SEQUENCE_MS + 1],
      ],
      ['taken', 't'],
    ],
    [
      'an unknown second key is free',
      [
        ['g', 0],
        ['j', 100],
      ],
      ['taken', 'free'],
    ],
    [
      'an unknown second key begins another sequence',
      [
        ['g', 0],
        ['n', 100],
        ['t', 200],
      ],
      ['taken', 'taken', 'n t'],
    ],
    [
      'after a hit nothing is pending',
      [
        ['g', 0],
        ['h', 10],
        ['h', 20],
      ],
      ['taken', 'g h', 'free'],
    ],
    [
      'a key twice',
      [
        ['g', 0],
        ['g', 10],
        ['h', 20],
      ],
      ['taken', 'taken', 'g h'],
    ],
  ] as const)('%s', (_what, keys, said) => {
    expect(play(keys)).toEqual(said);
  });

  test('signs of a Chinese keyboard count as the plain ones, letters without their case', () => {
    expect(['？', '【', 'G', 'Escape'].map((key) => keyOfEvent({ key }))).toEqual(['?', '[', 'g', 'Escape']);
  });
});

describe('the text of a key', () => {
  test.each([
    ['g t', false, [['G', 'T']]],
    ['j | ArrowDown', false, [['J'], ['↓']]],
    ['Ctrl+K', false, [['Ctrl', 'K']]],
    ['Ctrl+K', true, [['⌘', 'K']]],
    ['Shift+H', false, [['Shift', 'H']]],
    ['[', false, [['[']]],
  ])('%s', (key, onApple, caps) => {
    expect(keyCaps(key, onApple)).toEqual(caps);
  });

  test('stands in titles behind the label', () => {
    expect(withKey('新建任务', 'n t')).toBe('新建任务 (N T)');
  });
});
