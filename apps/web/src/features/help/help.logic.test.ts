import { expect, test } from 'vitest';
import { registry } from '@prdm/contract';
import { describeApi } from '../../../../server/src/platform/http/openapi.ts';
import { callsOf, type ApiDescription } from './help.logic.ts';

test('a form that brings a file shows the fields of its address and the parts of its body', () => {
  const calls = callsOf(describeApi(registry, '', '') as unknown as ApiDescription);
  const upload = calls.find(({ path }) => path === '/apis/upload/file');
  expect(upload?.input.map(({ name }) => name)).toEqual(expect.arrayContaining(['pid', 'file']));
});
