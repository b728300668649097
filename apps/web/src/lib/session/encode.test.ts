import { expect, test } from 'vitest';
import { z } from 'zod';
import { list, nested } from '@prdm/contract/kit/fields';
import { parseForm } from '../../../../server/src/platform/http/bodies.ts';
import { encodeForm } from './encode.ts';

const onTheServer = (input: Record<string, unknown>) => parseForm(encodeForm(input).toString());

test('nested lists and objects arrive as they left, as text', () => {
  const input = {
    title: '图纸 & 说明',
    stages: [
      { name: 'A', user_ids: [3, 4] },
      { name: 'B', days: 0.5 },
    ],
    done: false,
  };
  expect(onTheServer(input)).toEqual({
    title: '图纸 & 说明',
    stages: [
      { name: 'A', user_ids: ['3', '4'] },
      { name: 'B', days: '0.5' },
    ],
    done: 'false',
  });
});

test('undefined and null are left out, an empty text stays', () => {
  expect(onTheServer({ a: undefined, b: null, c: '' })).toEqual({ c: '' });
});

test('an empty list arrives as an empty list', () => {
  const schema = z.strictObject({
    ids: list(z.coerce.number()),
    deep: nested(z.strictObject({ ids: list(z.string()) })),
  });
  expect(schema.parse(onTheServer({ ids: [], deep: { ids: [] } }))).toEqual({ ids: [], deep: { ids: [] } });
});
