import { expect, test } from 'vitest';
import { folderTemplates } from '@prdm/contract/files/folder-templates';
import { endOf, moved, repeated, shifted, withNew, without, type TemplateFolder } from './folder-lines.ts';

/** 'a 1b 2c 1d e': the digit is the depth. */
const lines = (text: string): TemplateFolder[] =>
  text.split(' ').map((word) => {
    const depth = /^\d/.test(word) ? Number(word[0]) : 0;
    return { name: word.replace(/^\d/, ''), depth, grants: [] };
  });
const text = (given: readonly TemplateFolder[] | null | undefined): string | undefined =>
  given?.map(({ name, depth }) => `${depth || ''}${name}`).join(' ');
const tree = lines('a 1b 2c 1d e');

test('a folder moves, leaves and changes its level with everything below it', () => {
  expect([endOf(tree, 0), endOf(tree, 1), endOf(tree, 4)]).toEqual([4, 3, 5]);
  expect(text(moved(tree, 0, 1)?.lines)).toBe('e a 1b 2c 1d');
  expect(moved(tree, 0, 1)?.at).toBe(1);
  expect(text(moved(tree, 4, -1)?.lines)).toBe('e a 1b 2c 1d');
  expect(text(moved(tree, 3, -1)?.lines)).toBe('a 1d 1b 2c e');
  expect([moved(tree, 0, -1), moved(tree, 1, -1), moved(tree, 4, 1), moved(tree, 2, -1)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(text(without(tree, 1))).toBe('a 1d e');
  expect(text(shifted(tree, 4, 1))).toBe('a 1b 2c 1d 1e');
  expect(text(shifted(tree, 1, -1))).toBe('a b 1c 1d e');
  expect([shifted(tree, 0, 1), shifted(tree, 0, -1), shifted(tree, 2, 1)]).toEqual([null, null, null]);
  expect(text(shifted(lines('a 1b 2c 3d 4e 5f'), 1, 1))).toBeUndefined();
});

test('a new folder stands behind the current one on its level', () => {
  expect(text(withNew(tree, 1).lines)).toBe('a 1b 2c 1 1d e');
  expect(withNew(tree, 1).at).toBe(3);
  expect(text(withNew(tree, -1).lines)).toBe('a 1b 2c 1d e ');
});

test('equal names of one parent are marked and refused; equal names of different parents are not', () => {
  const twice = lines('a 1b 1B c 1b a');
  expect([...repeated(twice)]).toEqual([2, 5]);
  const call = (folders: TemplateFolder[]) => folderTemplates.add.input.safeParse({ name: 'x', folders });
  expect(call(twice).error?.issues.map(({ path }) => path.join('.'))).toEqual(['folders.2.name', 'folders.5.name']);
  expect(call(lines('a 1b c 1b')).success).toBe(true);
});

test('a tree that skips a level is refused', () => {
  const result = folderTemplates.add.input.safeParse({ name: 'x', folders: lines('a 2b') });
  expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual(['folders.1.depth']);
});
