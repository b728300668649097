import { expect, test } from 'vitest';
import { registry } from '@prdm/contract';
import { describeApi } from '../../../../server/src/platform/http/openapi.ts';
import { callsOf, type ApiDescription } from './help.logic.ts';

const calls = callsOf(describeApi(registry, '', '') as unknown as ApiDescription);
const call = (path: string) => calls.find((described) => described.path === path);
const names = (lines: readonly { name: string }[] | undefined) => lines?.map(({ name }) => name);

test('input and data behind references are shown, and the summary', () => {
  expect(names(call('/apis/task/add')?.input)).toEqual(expect.arrayContaining(['title', 'stages', 'executor_ids']));
  expect(names(call('/apis/task/add')?.output)).toContain('id');
  expect(names(call('/apis/task/index')?.output)).toEqual(expect.arrayContaining(['list', 'total']));
  expect(call('/apis/task/add')?.summary).toBe('Add a task');
});

test('a form that brings a file shows the fields of its address and the parts of its body', () => {
  const upload = call('/apis/upload/file');
  expect(upload?.input.map(({ name }) => name)).toEqual(expect.arrayContaining(['pid', 'file']));
});
