import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { registry } from '@prdm/contract';
import { idleSummaries, summaryOf } from '@prdm/contract/kit/summaries';
import { operationIds } from '../../apps/server/src/platform/http/openapi/names.ts';
import { refusalsOf } from '../../apps/server/src/platform/http/openapi/refusals.ts';
import { describeApi } from '../../apps/server/src/platform/http/openapi.ts';

const described = () => describeApi(registry, 'PRDM', '0.1.0');
const problemsOf = async (document: object) =>
  lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });

test('the description of the API has no error by the recommended rules, and one known warning', async () => {
  const problems = await problemsOf(described());
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  // The live channel answers 101 only.
  expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual([
    ['operation-2xx-response', '#/paths/~1apis~1live/get/responses'],
  ]);
});

test('the linter finds a call without summary', async () => {
  const document = described() as { paths: Record<string, { post: { summary?: string } }> };
  delete document.paths['/apis/task/add']?.post.summary;
  expect((await problemsOf(document)).map(({ ruleId }) => ruleId)).toContain('operation-summary');
});

test('every call has a summary, and every summary a call', () => {
  expect(registry.filter((endpoint) => summaryOf(endpoint) === null).map(({ path }) => path)).toEqual([]);
  expect(idleSummaries(registry)).toEqual([]);
  expect(() => describeApi([{ ...at('/apis/task/add'), path: '/apis/task/unknown' }], '', '')).toThrow(
    'has no summary',
  );
});

const at = (path: string) => {
  const endpoint = registry.find((one) => one.path === path);
  if (!endpoint) throw new Error(`no ${path}`);
  return endpoint;
};

test('operation ids come from the path, and two equal ones are refused', () => {
  const ids = operationIds(registry);
  expect(ids.get(at('/apis/task/add'))).toBe('taskAdd');
  expect(ids.get(at('/apis/working_day/set'))).toBe('workingDaySet');
  expect(ids.get(at('/apis/upload/chunk/:id'))).toMatch(/^uploadChunkId(Head|Patch|Delete)$/);
  expect(new Set(ids.values()).size).toBe(ids.size);
  const twin = { method: 'POST', path: '/apis/task_add' } as const;
  expect(() => operationIds([{ method: 'POST', path: '/apis/task/add' } as const, twin])).toThrow('are both taskAdd');
});

test.each([
  ['/apis/task/edit', [5, 443, 444, 1001, 1005, 1006, 1009]],
  ['/apis/config/stage/add', [5, 1001, 1005, 1018]],
  ['/apis/config/stage/del', [5, 1001, 1005, 1006, 1009, 1019]],
  ['/apis/pub/getKeyIv', [1001]],
  ['/apis/working_day/import', [5, 1001, 1005, 1009, 1015]],
])('%s names the refusals that follow from its declaration', (path, codes) => {
  expect(refusalsOf(at(path))).toEqual(codes);
});
