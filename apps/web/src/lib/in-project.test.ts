import { expect, test } from 'vitest';
import { inProject } from './in-project.ts';

test.each([
  ['/file/task/index?id=3', 7, '/file/task/index?id=3&project_id=7'],
  ['/file/task/index', 7, '/file/task/index?project_id=7'],
  ['/file/task/index?project_id=7&id=3', 7, '/file/task/index?project_id=7&id=3'],
  ['/process/vacate/process_stage?id=3', null, '/process/vacate/process_stage?id=3'],
  ['/company/staff', undefined, '/company/staff'],
])('%s in project %s is %s', (path, projectId, address) => {
  expect(inProject(path, projectId)).toBe(address);
});
