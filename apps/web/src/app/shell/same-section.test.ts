import { expect, test } from 'vitest';
import type { RouteEntry } from '../routes.tsx';
import { keyInData } from '../../lib/i18n.ts';
import { sameSection, sectionsOf } from './same-section.ts';

const page = () => Promise.resolve({ default: () => null });
const entry = (path: string, given: Partial<RouteEntry> = {}): RouteEntry => ({
  path,
  titleKey: keyInData(path),
  layout: 'shell',
  page,
  ...given,
});
const routes: readonly RouteEntry[] = [
  entry('/file/task/index', { menu: { group: 'tasks' } }),
  entry('/file/task/addEdit', { under: '/file/task/index' }),
  entry('/file/index', { menu: { group: 'files' } }),
  entry('/file/recycle', { under: '/file/index' }),
  entry('/file/model/index', { menu: { group: 'models' } }),
  entry('/file/model/view', { under: '/file/model/index' }),
  entry('/file/review', { menu: { group: 'tasks' }, access: { scope: 'project', anyOf: ['Process-review'] } }),
];
/** The reader holds every node in project 7 and none in project 8. */
const asked = { may: (_gate: unknown, id?: number | string) => id === 7, context: { projectHome: true }, routes };

test.each([
  ['/file/task/index', '?project_id=3&id=55', '/file/task/index?project_id=7'],
  ['/file/task/addEdit', '?project_id=3&id=55', '/file/task/index?project_id=7'],
  ['/file/index', '?project_id=3&pid=12&page=2', '/file/index?project_id=7'],
  ['/file/recycle', '?project_id=3', '/file/index?project_id=7'],
  ['/file/model/view', '?project_id=3&id=9&vp=2', '/file/model/index?project_id=7'],
  ['/file/review', '?project_id=3', '/file/review?project_id=7'],
  ['/project/detail', '?id=3', '/project/detail?id=7'],
  ['/project/detail', '?id=3&tab=members&word=li', '/project/detail?id=7&tab=members'],
  ['/file/unknown', '?project_id=3', '/project/detail?id=7'],
])('the switcher keeps the section of %s%s, without record and folder', (pathname, search, expected) => {
  expect(sameSection({ pathname, search }, 7, asked)).toBe(expected);
});

test('a section that the other project hides from the reader leads to its overview', () => {
  expect(sameSection({ pathname: '/file/review', search: '?project_id=7' }, 8, asked)).toBe('/project/detail?id=8');
});

test('the tabs of a project are the entries of the side menu in the same order, each by itself', () => {
  expect(sectionsOf(7, asked).map(({ path }) => path)).toEqual([
    '/file/index',
    '/file/model/index',
    '/file/task/index',
    '/file/review',
  ]);
  expect(sectionsOf(8, asked).map(({ path }) => path)).not.toContain('/file/review');
});
