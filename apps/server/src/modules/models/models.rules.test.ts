import { describe, expect, it } from 'vitest';
import { inOrder, matches, retryMayHelp, type ListedModel } from './models.rules.ts';

const model = (id: number, name: string, source_bytes = 0, day = 1, status = 'parsed'): ListedModel => ({
  id,
  name,
  status,
  source_bytes,
  created_at: new Date(Date.UTC(2026, 0, day)),
});

describe('the filter of models', () => {
  it.each([
    ['', true],
    ['主楼', true],
    ['IFC', true],
    ['a座', true],
    ['Ａ座', true],
    ['主楼 结构', true],
    ['结构 主楼', true],
    ['主楼 建筑', false],
    ['%', false],
    ['_', false],
  ])('by the word "%s": %s', (word, found) => {
    expect(matches(model(1, '主楼-A座-结构.ifc'), { word, status: undefined })).toBe(found);
  });

  it('keeps models in the requested state', () => {
    const failed = model(1, '主楼.ifc', 0, 1, 'failed');
    expect(matches(failed, { word: undefined, status: 'failed' })).toBe(true);
    expect(matches(failed, { word: '主楼', status: 'parsed' })).toBe(false);
  });
});

describe('the order of models', () => {
  const models = [
    model(1, '图10.ifc', 5, 3),
    model(2, '图2.ifc', 5, 1),
    model(3, '安.ifc', 9, 2),
    model(4, 'b.ifc', 1, 2),
  ];
  it.each([
    ['time', 'desc', [1, 4, 3, 2]],
    ['time', 'asc', [2, 3, 4, 1]],
    ['name', 'asc', [3, 2, 1, 4]],
    ['size', 'desc', [3, 2, 1, 4]],
    ['size', 'asc', [4, 1, 2, 3]],
  ] as const)('by %s %s', (sort, order, ids) => {
    expect(inOrder(models, { sort, order }).map(({ id }) => id)).toEqual(ids);
    expect(inOrder(models.toReversed(), { sort, order }).map(({ id }) => id)).toEqual(ids);
  });
});

describe('parsing again', () => {
  it.each(['timeout', 'memory', 'internal', 'lost', 'too_large', 'zip', null] as const)(
    'may help after %s',
    (reason) => {
      expect(retryMayHelp(reason)).toBe(true);
    },
  );
  it.each([
    'truncated',
    'not_ifc',
    'unsupported_schema',
    'too_deep',
    'zip_several',
    'zip_damaged',
    'zip_encrypted',
  ] as const)('cannot help after %s: the bytes stay the same', (reason) => {
    expect(retryMayHelp(reason)).toBe(false);
  });
});
