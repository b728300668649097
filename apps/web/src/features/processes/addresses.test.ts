import { expect, test } from 'vitest';
import { reviewPath } from './addresses.ts';

test('the address of a review brings its project along', () => {
  expect(reviewPath({ pc_path: '/file/task/index?id=3', project_id: 7 })).toBe('/file/task/index?id=3&project_id=7');
  expect(reviewPath({ pc_path: '/process/vacate/process_stage', project_id: 7 })).toBe(
    '/process/vacate/process_stage?project_id=7',
  );
  expect(reviewPath({ pc_path: '/process/vacate/process_stage?id=3', project_id: null })).toBe(
    '/process/vacate/process_stage?id=3',
  );
});
