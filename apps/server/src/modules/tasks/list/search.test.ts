import { describe, expect, it } from 'vitest';
import { pairsOf } from './search.ts';

describe('the character pairs of a word', () => {
  it.each([
    ['图', ['图']],
    ['平面', ['平面']],
    ['平面图', ['平面', '面图']],
    ['一层平面', ['一层', '平面']],
    ['Shear', ['sh', 'ea', 'ar']],
    ['aaaa', ['aa']],
    ['７号', ['７号']],
    ['é', []],
    ['caféx', ['ca']],
  ])('%s', (word, pairs) => {
    expect(pairsOf(word)).toEqual(pairs);
  });
});
