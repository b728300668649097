import { expect, test } from 'vitest';
import type { Me } from '@prdm/contract/me';
import { may, principalOf } from '../../lib/session/access.ts';
import type { RouteEntry } from '../routes.tsx';
import { configurationTarget, firstCompanyPage, markedPath, menuOf, sectionOf, type May } from './menu-model.ts';
import { keyInData } from '../../lib/i18n.ts';
import { BRAND } from '../../testing/samples.ts';

const page = () => Promise.resolve({ default: () => null });
const entry = (path: string, given: Partial<RouteEntry> = {}): RouteEntry => ({
  path,
  titleKey: keyInData(path),
  layout: 'shell',
  page,
  ...given,
});

const ROUTES: readonly RouteEntry[] = [
  entry('/home'),
  entry('/company/staff', {
    menu: { group: 'organisation' },
    access: { scope: 'enterprise', anyOf: ['Company-user'] },
  }),
  entry('/company/department', {
    menu: { group: 'organisation' },
    access: { scope: 'enterprise', anyOf: ['Company-user'] },
  }),
  entry('/company/cfgdata', {
    menu: { group: 'data' },
    access: { scope: 'enterprise', anyOf: ['ProjectSetting-index'] },
  }),
  entry('/company/role/index', { menu: { group: 'system' }, access: { scope: 'enterprise', anyOf: ['Role-index'] } }),
  entry('/company/role/add', { under: '/company/role/index', access: { scope: 'enterprise', anyOf: ['Role-index'] } }),
  entry('/company/cfguser', { menu: { group: 'system' }, access: { scope: 'enterprise', anyOf: ['User-setting'] } }),
  entry('/company/meet_set/clerk', {
    menu: { group: 'meetings' },
    access: { scope: 'enterprise', anyOf: ['MeetingClerk-list'] },
  }),
  entry('/file/index', { menu: { group: 'files' } }),
  entry('/file/task/index', {
    menu: { group: 'tasks', labelKey: ({ projectHome }) => (projectHome ? 'tasks.titles.list' : 'files.titles.list') },
  }),
  entry('/file/task/personnel', {
    menu: { group: 'tasks', labelKey: ({ projectHome }) => (projectHome ? null : 'organisation.titles.staff') },
  }),
  entry('/file/review', { menu: { group: 'tasks' }, access: { scope: 'project', anyOf: ['Process-review'] } }),
];

const me = (role: string, nodes: string[], projects: Record<string, string[]> = {}): Me => ({
  id: 5,
  username: 'P',
  account: 'p',
  type: 'person',
  thumb: '',
  position_id: null,
  enterprise_id: 1,
  enterprise_name: 'E',
  enterprise: BRAND,
  is_system: false,
  manager_projectIds: [],
  heads: [],
  roles: { role, access: nodes.map((node) => ({ action: `home-${node}` })) },
  project_access: Object.fromEntries(
    Object.entries(projects).map(([id, list]) => [id, list.map((node) => ({ action: `home-${node}` }))]),
  ),
  content: [],
  levels: [],
  project_rights: {},
  notice_count: 0,
  must_change: false,
});
const mayOf = (person: Me): May => {
  const principal = principalOf(person);
  return (gate, projectId) => may(principal, gate, projectId);
};
const everything = mayOf(me('superAdmin', []));
const nothing = mayOf(me('employee', []));

const shape = (
  section: 'company' | 'file' | 'cfg',
  allowed: May,
  options: { projectId?: number; projectHome?: boolean } = {},
) =>
  menuOf(section, {
    may: allowed,
    projectId: options.projectId,
    context: { projectHome: options.projectHome ?? true },
    routes: ROUTES,
  }).map((item) => (item.kind === 'leaf' ? item.path : [item.key, ...item.children.map(({ path }) => path)]));

test('the first path segment decides the section, as a whole word', () => {
  expect(
    ['/company', '/company/staff', '/file/index', '/cfg/x', '/home', '/files', '/companyx', '/'].map(sectionOf),
  ).toEqual(['company', 'company', 'file', 'cfg', null, null, null, null]);
});

test('an entry can ask for a node that its page does not need', () => {
  const routes = [
    entry('/company/working_day', {
      menu: { group: 'meetings', access: { scope: 'enterprise', anyOf: ['AttendancePunchCardSetting-list'] } },
    }),
  ];
  expect(firstCompanyPage(nothing, routes)).toBeNull();
  expect(firstCompanyPage(mayOf(me('a', ['AttendancePunchCardSetting-list'])), routes)).toBe('/company/working_day');
});

test('a section shows its own entries only', () => {
  expect(shape('file', everything)).toEqual(['/file/index', ['tasks', '/file/task/index', '/file/review']]);
  expect(shape('company', everything).flat()).not.toContain('/file/index');
  expect(shape('cfg', everything)).toEqual([]);
});

test('[SH-003] a group with one visible entry is that entry, with two a submenu', () => {
  expect(shape('company', mayOf(me('a', ['Role-index'])))).toEqual(['/company/role/index']);
  expect(shape('company', mayOf(me('a', ['Role-index', 'User-setting'])))).toEqual([
    ['system', '/company/role/index', '/company/cfguser'],
  ]);
});

test('[SH-002] entries without access and pages without an entry are left out', () => {
  expect(shape('company', nothing)).toEqual([]);
  expect(shape('company', mayOf(me('a', ['Company-user'])))).toEqual([
    ['organisation', '/company/staff', '/company/department'],
  ]);
  expect(shape('company', mayOf(me('a', ['Company-user', 'User-setting']))).flat()).not.toContain(
    '/company/role/index',
  );
  expect(shape('company', everything).flat()).not.toContain('/company/role/add');
});

test('[PE-013] project entries are judged in the open project', () => {
  const person = mayOf(me('a', [], { 3: ['Process-review'], 4: [] }));
  expect(shape('file', person, { projectId: 3 }).flat()).toContain('/file/review');
  expect(shape('file', person, { projectId: 4 }).flat()).not.toContain('/file/review');
  expect(shape('file', person).flat()).not.toContain('/file/review');
});

const labels = (projectHome: boolean) =>
  menuOf('file', { may: everything, context: { projectHome }, routes: ROUTES }).flatMap((item) =>
    item.kind === 'leaf' ? [item.labelKey] : item.children.map(({ labelKey }) => labelKey),
  );

test('labels follow the project-home flag, and an entry may have none', () => {
  expect(labels(true)).toEqual(['/file/index', 'tasks.titles.list', '/file/review']);
  expect(labels(false)).toEqual(['/file/index', 'files.titles.list', 'organisation.titles.staff', '/file/review']);
});

test('a page without an entry keeps its list marked', () => {
  expect(markedPath('/company/role/add', ROUTES)).toBe('/company/role/index');
  expect(markedPath('/company/staff', ROUTES)).toBe('/company/staff');
});

test('the project-home side hides the entry of task reviews, and its pages mark the tasks', () => {
  const of = (projectHome: boolean) => {
    const context = { projectHome };
    const paths = menuOf('file', { may: everything, projectId: 3, context }).flatMap((item) =>
      item.kind === 'leaf' ? [item.path] : item.children.map(({ path }) => path),
    );
    const marked = ['/file/task/process', '/file/task/process_stage'].map((path) =>
      markedPath(path, undefined, context),
    );
    return [paths.includes('/file/task/process'), ...marked];
  };
  expect(of(true)).toEqual([false, '/file/task/index', '/file/task/index']);
  expect(of(false)).toEqual([true, '/file/task/process', '/file/task/process']);
});

test('[BU-002] each audience finds its own areas in the menus', () => {
  const of = (person: May, projectId?: number) => [
    menuOf('company', { may: person, context: { projectHome: true } }).length > 0,
    menuOf('file', { may: person, projectId, context: { projectHome: true } }).length > 0,
    configurationTarget(person) !== null,
    person({ scope: 'project', anyOf: ['Project-edit'] }, projectId),
  ];
  const staff = mayOf(me('employee', [], { 3: [] }));
  const manager = mayOf(me('employee', [], { 3: ['Project-edit', 'Project-member'] }));
  const administrator = mayOf(me('administrator', ['Company-user', 'Role-index', 'Project-add']));
  const partner = mayOf(me('partner', [], { 3: [] }));
  expect(of(staff, 3)).toEqual([false, true, false, false]);
  expect(of(manager, 3)).toEqual([false, true, false, true]);
  expect(manager({ scope: 'project', anyOf: ['Project-edit'] }, 4)).toBe(false);
  expect(of(administrator).slice(0, 3)).toEqual([true, true, true]);
  expect(of(partner, 3)).toEqual([false, true, false, false]);
});

test('[SH-015] system configuration leads to the first allowed page in the specified order', () => {
  const target = (...nodes: string[]) => configurationTarget(mayOf(me('a', nodes)), ROUTES);
  expect(target('User-setting', 'MeetingClerk-list')).toBe('/company/cfguser');
  expect(target('MeetingClerk-list')).toBe('/company/meet_set/clerk');
  expect(target('ProjectSetting-index', 'Role-index')).toBe('/company/role/index');
  expect(configurationTarget(everything, ROUTES)).toBe('/company/staff');
  expect(configurationTarget(nothing, ROUTES)).toBeNull();
});

test('/company leads to the first page the person may open', () => {
  expect(firstCompanyPage(mayOf(me('a', ['ProjectSetting-index', 'Role-index'])), ROUTES)).toBe('/company/cfgdata');
  expect(firstCompanyPage(nothing, ROUTES)).toBeNull();
});

test('[PE-009] entries of a company, of a project and of the configuration each read their own node list', () => {
  const own = ['Role-index', 'Process-review'];
  const inCompany = mayOf(me('x', own));
  const inProject = mayOf(me('x', [], { '7': own }));
  const paths = (section: 'company' | 'file', can: May) =>
    menuOf(section, { may: can, projectId: 7, context: { projectHome: true }, routes: ROUTES }).flatMap((item) =>
      item.kind === 'leaf' ? [item.path] : item.children.map(({ path }) => path),
    );
  expect(paths('company', inCompany)).toContain('/company/role/index');
  expect(paths('company', inProject)).toEqual([]);
  expect(paths('file', inProject)).toContain('/file/review');
  expect(paths('file', inCompany)).not.toContain('/file/review');
  expect(configurationTarget(inCompany, ROUTES)).toBe('/company/role/index');
  expect(configurationTarget(inProject, ROUTES)).toBeNull();
});

test('[PE-010] the configuration entry shows with one admin node, and is absent without any', () => {
  const target = (...nodes: string[]) => configurationTarget(mayOf(me('x', nodes)), ROUTES);
  expect(target()).toBeNull();
  expect(target('Task-all', 'Project-add')).toBeNull();
  expect(target('Role-index')).toBe('/company/role/index');
  expect(target('User-setting')).toBe('/company/cfguser');
  expect(target('MeetingClerk-list')).toBe('/company/meet_set/clerk');
});
