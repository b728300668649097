import { describe, expect, test } from 'vitest';
import type { RouteEntry } from '../routes.tsx';
import { areaOf, levelZero } from './level-zero.ts';
import type { May } from './menu-model.ts';

const page = () => Promise.resolve({ default: () => null });
const route = (path: string, more: Partial<RouteEntry> = {}): RouteEntry => ({
  path,
  titleKey: 'shell.titles.home',
  layout: 'shell',
  page,
  ...more,
});
const STAFF = { scope: 'enterprise', anyOf: ['Company-user'] } as const;
const BOARD = { scope: 'enterprise', anyOf: ['DataBoardConfig-index'] } as const;
const everything: May = () => true;
const onlyOpen: May = () => false;

const ROUTES = [
  route('/home'),
  route('/project/index'),
  route('/process/task/process'),
  route('/company/staff', { access: STAFF, menu: { group: 'organisation', icon: 'users' } }),
  route('/dash_board', { access: BOARD }),
];

describe('level 0', () => {
  test('shows an area when the person may open one of its pages', () => {
    expect(levelZero(everything, ROUTES).map(({ area, start }) => [area, start])).toEqual([
      ['home', '/home'],
      ['projects', '/project/index'],
      ['reviews', '/process/task/process'],
      ['data', '/dash_board'],
      ['manage', '/company/staff'],
    ]);
  });

  test('hides an area without an open page, and one whose pages do not exist yet', () => {
    expect(levelZero(onlyOpen, ROUTES).map(({ area }) => area)).toEqual(['home', 'projects', 'reviews']);
    expect(levelZero(everything, ROUTES.slice(0, 1)).map(({ area }) => area)).toEqual(['home']);
  });

  test.each([
    ['/home', 'home'],
    ['/notice', 'home'],
    ['/project/detail', 'projects'],
    ['/file/model/view', 'projects'],
    ['/process/task/process', 'reviews'],
    ['/company/cfgdata', 'manage'],
    ['/help/api', null],
    ['/filed', null],
  ])('%s belongs to %s', (path, area) => {
    expect(areaOf(path)).toBe(area);
  });
});
