import type { ComponentType } from 'react';
import type { Access } from '@prdm/contract/kit';
import * as config from '../features/config/pages.ts';
import * as files from '../features/files/pages.ts';
import * as help from '../features/help/pages.ts';
import * as home from '../features/home/pages.ts';
import * as identity from '../features/identity/pages.ts';
import * as models from '../features/models/pages.ts';
import * as notices from '../features/notices/pages.ts';
import * as opinions from '../features/opinions/pages.ts';
import * as organisation from '../features/organisation/pages.ts';
import * as projects from '../features/projects/pages.ts';
import * as processes from '../features/processes/pages.ts';
import * as tasks from '../features/tasks/pages.ts';
import type { IconName } from '../ui/look/icon.tsx';
import { type TextKey } from '../lib/i18n.ts';

/**
 * plain: before sign-in, without the component library. bare: signed in, without the top bar. shell: under the top bar.
 */
export type Layout = 'plain' | 'bare' | 'shell';
export type Section = 'company' | 'file' | 'cfg';

export interface MenuContext {
  /** The project-home side of a project's tasks is active (cookie, true by default). */
  readonly projectHome: boolean;
}

export interface MenuPlace {
  /** Entries with the same group form one submenu. A group with one visible entry becomes that entry. */
  readonly group: string;
  readonly icon?: IconName;
  /** Access that the entry needs, when the page itself opens for more people by its address. */
  readonly access?: Exclude<Access, string>;
  /** Label that depends on the context; null hides the entry. */
  readonly labelKey?: (context: MenuContext) => TextKey | null;
}

export interface RouteEntry {
  readonly path: string;
  /** Title of the page. It is also the label in the side menu unless `menu.labelKey` gives another one. */
  readonly titleKey: TextKey;
  readonly layout: Layout;
  readonly page: () => Promise<{ default: ComponentType }>;
  /** Permission nodes that open the page. Without them every signed-in user may open it. */
  readonly access?: Exclude<Access, string>;
  /** Entry in the side menu of the section that the first path segment names. Without it the page has no entry. */
  readonly menu?: MenuPlace;
  /** Path of the menu entry that stays marked on a page without its own visible entry. */
  readonly under?: string;
  /** The page stays mounted when another page opens. */
  readonly keepAlive?: true;
}

const PEOPLE = { scope: 'enterprise', anyOf: ['Company-user'] } as const;
const SEES_PEOPLE = { scope: 'range', node: 'Company-user', use: 'read' } as const;
const ROLES = { scope: 'enterprise', anyOf: ['Role-index'] } as const;
const ATTENDANCE = { scope: 'enterprise', anyOf: ['AttendancePunchCardSetting-list'] } as const;
const PROJECT_DATA = { scope: 'enterprise', anyOf: ['ProjectSetting-index'] } as const;
const USER_SETTING = { scope: 'enterprise', anyOf: ['User-setting'] } as const;
const ACTION_LOG = { scope: 'enterprise', anyOf: ['ActionLog-index'] } as const;
const PROJECT_ADD = { scope: 'enterprise', anyOf: ['Project-add'] } as const;
const NON_PROJECT_ADD = { scope: 'enterprise', anyOf: ['NonProject-add'] } as const;
const errorPage = () => import('./error-pages/error-page.tsx');
/** Pages that several features fill. */
const projectList = () => import('./slots-project-list.tsx');
const profile = () => import('./slots-profile.tsx');
const reviewDesk = () => import('./slots-review-desk.tsx');
const projectDetail = () => import('./slots-project-detail.tsx');
const nonProjectDetail = () => import('./slots/slots-non-project.tsx');
const taskList = () => import('./slots/slots-task-list.tsx');
const taskReview = () => import('./slots/slots-task-review.tsx');
const actionLog = () => import('./slots/slots-action-log.tsx');
const model = () => import('./slots/slots-model.tsx');

/**
 * Every page of the product. Router, side menu, titles and guard read this table. A path that is not in it ends on
 * /404. A new page needs a line in the feature's pages.ts and one here. The page is the default export of its file.
 */
export const ROUTES: readonly RouteEntry[] = [
  // Before sign-in
  { path: '/login', titleKey: 'login.titles.login', layout: 'plain', page: identity.login },
  { path: '/login/change', titleKey: 'login.titles.change', layout: 'plain', page: identity.firstPassword },
  { path: '/sso', titleKey: 'login.titles.sso', layout: 'plain', page: identity.sso },
  { path: '/sso/callback', titleKey: 'login.titles.sso', layout: 'plain', page: identity.ssoCallback },
  { path: '/forget/invite', titleKey: 'invite.title', layout: 'plain', page: identity.invite },
  { path: '/forget/*', titleKey: 'login.titles.forget', layout: 'plain', page: identity.forget },
  { path: '/uc/*', titleKey: 'login.titles.uc', layout: 'plain', page: identity.uc },
  { path: '/mini/*', titleKey: 'shell.fixedTitles.mini', layout: 'plain', page: identity.mini },
  { path: '/404', titleKey: 'errors.titles.404', layout: 'plain', page: errorPage },
  { path: '/403', titleKey: 'errors.titles.403', layout: 'plain', page: errorPage },
  { path: '/410', titleKey: 'errors.titles.410', layout: 'plain', page: errorPage },
  { path: '/444', titleKey: 'errors.titles.444', layout: 'plain', page: errorPage },
  { path: '/443', titleKey: 'errors.titles.443', layout: 'plain', page: errorPage },

  // Signed in, without top bar
  { path: '/email', titleKey: 'recovery.titles.email', layout: 'bare', page: identity.email },
  { path: '/help/*', titleKey: 'help.manual.title', layout: 'bare', page: help.manual },
  { path: '/help/api', titleKey: 'help.title', layout: 'bare', page: help.api },
  { path: '/preview', titleKey: 'files.titles.preview', layout: 'bare', page: files.preview },
  { path: '/print/task', titleKey: 'print.task.title', layout: 'bare', page: tasks.sheet },
  { path: '/print/opinions', titleKey: 'opinion-pages.sheet.title', layout: 'bare', page: opinions.sheet },

  // Under the top bar
  { path: '/home', titleKey: 'shell.titles.home', layout: 'shell', page: home.home, keepAlive: true },
  { path: '/computer', titleKey: 'shell.fixedTitles.computer', layout: 'shell', page: help.computer },
  { path: '/notice', titleKey: 'shell.titles.notice', layout: 'shell', page: notices.all },
  { path: '/profile', titleKey: 'identity.titles.profile', layout: 'shell', page: profile },
  { path: '/invited', titleKey: 'partners.titles.invited', layout: 'shell', page: projects.invited },
  { path: '/project/index', titleKey: 'projects.titles.list', layout: 'shell', page: projectList },
  { path: '/project/add', titleKey: 'projects.titles.add', layout: 'shell', page: projects.add, access: PROJECT_ADD },
  {
    path: '/nonProject/add',
    titleKey: 'non-projects.titles.add',
    layout: 'shell',
    page: projects.nonProjectAdd,
    access: NON_PROJECT_ADD,
  },
  { path: '/nonProject/detail', titleKey: 'non-projects.titles.detail', layout: 'shell', page: nonProjectDetail },
  { path: '/project/detail', titleKey: 'projects.titles.detail', layout: 'shell', page: projectDetail },

  // Company section
  {
    path: '/company/staff',
    titleKey: 'organisation.titles.staff',
    layout: 'shell',
    page: organisation.staff,
    access: SEES_PEOPLE,
    menu: { group: 'organisation', icon: 'users' },
  },
  {
    path: '/company/department',
    titleKey: 'organisation.titles.department',
    layout: 'shell',
    page: organisation.departments,
    access: PEOPLE,
    menu: { group: 'organisation', icon: 'department' },
  },
  {
    path: '/company/position',
    titleKey: 'entities.titles.position',
    layout: 'shell',
    page: organisation.positions,
    access: PEOPLE,
    menu: { group: 'organisation', icon: 'position' },
  },
  {
    path: '/company/position_template',
    titleKey: 'entities.titles.positionTemplate',
    layout: 'shell',
    page: organisation.positionTemplates,
    access: PEOPLE,
    menu: { group: 'organisation', icon: 'copy' },
  },
  {
    path: '/company/group',
    titleKey: 'entities.titles.group',
    layout: 'shell',
    page: organisation.groups,
    access: PEOPLE,
    menu: { group: 'organisation', icon: 'users' },
  },
  {
    path: '/company/role/index',
    titleKey: 'roles.titles.list',
    layout: 'shell',
    page: organisation.roles,
    access: ROLES,
    menu: { group: 'permissions', icon: 'role' },
  },
  {
    path: '/company/role/add',
    titleKey: 'roles.titles.add',
    layout: 'shell',
    page: organisation.role,
    access: ROLES,
    under: '/company/role/index',
  },
  {
    path: '/company/role/edit',
    titleKey: 'roles.titles.edit',
    layout: 'shell',
    page: organisation.role,
    access: ROLES,
    under: '/company/role/index',
  },
  {
    path: '/company/role/user',
    titleKey: 'roles.titles.users',
    layout: 'shell',
    page: organisation.roleUsers,
    access: ROLES,
    under: '/company/role/index',
  },
  {
    path: '/company/cfgdata',
    titleKey: 'entities.titles.cfgdata',
    layout: 'shell',
    page: config.projectData,
    access: PROJECT_DATA,
    menu: { group: 'data', icon: 'columns' },
  },
  {
    path: '/company/profession',
    titleKey: 'entities.titles.profession',
    layout: 'shell',
    page: config.professions,
    access: PROJECT_DATA,
    menu: { group: 'data', icon: 'role' },
  },
  {
    path: '/company/positionTitle',
    titleKey: 'entities.titles.positionTitle',
    layout: 'shell',
    page: config.positionTitles,
    access: PROJECT_DATA,
    menu: { group: 'data', icon: 'star' },
  },
  {
    path: '/company/stconfig',
    titleKey: 'entities.titles.stconfig',
    layout: 'shell',
    page: config.staskTypes,
    access: PROJECT_DATA,
    menu: { group: 'data', icon: 'clock' },
  },
  {
    path: '/company/otconfig',
    titleKey: 'entities.titles.otconfig',
    layout: 'shell',
    page: config.otherTasks,
    access: PROJECT_DATA,
    menu: { group: 'data', icon: 'log' },
  },
  {
    path: '/company/label',
    titleKey: 'entities.titles.label',
    layout: 'shell',
    page: config.labels,
    access: PROJECT_DATA,
    menu: { group: 'data', icon: 'tag' },
  },
  {
    path: '/company/task/process_index',
    titleKey: 'templates.titles.list',
    layout: 'shell',
    page: processes.templates,
    access: PROJECT_DATA,
    menu: { group: 'templates', icon: 'process' },
  },
  {
    path: '/company/task/process/add',
    titleKey: 'templates.titles.add',
    layout: 'shell',
    page: processes.template,
    access: PROJECT_DATA,
    under: '/company/task/process_index',
  },
  {
    path: '/company/task/process/edit',
    titleKey: 'templates.titles.edit',
    layout: 'shell',
    page: processes.template,
    access: PROJECT_DATA,
    under: '/company/task/process_index',
  },
  // Every employee may read the calendar. The administration menu shows it to those who may set it.
  {
    path: '/company/working_day',
    titleKey: 'config.titles.workingDays',
    layout: 'shell',
    page: config.workingDays,
    menu: { group: 'meetings', icon: 'calendar', access: ATTENDANCE },
  },
  {
    path: '/company/cost',
    titleKey: 'cost.titles.cost',
    layout: 'shell',
    page: config.cost,
    access: PROJECT_DATA,
    menu: { group: 'data', icon: 'columns' },
  },
  {
    path: '/company/enterprise',
    titleKey: 'enterprise.titles.enterprise',
    layout: 'shell',
    page: organisation.enterprise,
    access: USER_SETTING,
    menu: { group: 'system', icon: 'home' },
  },
  {
    path: '/company/cfguser',
    titleKey: 'settings.titles.settings',
    layout: 'shell',
    page: organisation.settings,
    access: USER_SETTING,
    menu: { group: 'system', icon: 'settings' },
  },

  {
    path: '/company/cfgLog',
    titleKey: 'action-log.titles.log',
    layout: 'shell',
    page: actionLog,
    access: ACTION_LOG,
    menu: { group: 'system', icon: 'log' },
  },

  // Project section
  {
    path: '/file/index',
    titleKey: 'files.titles.list',
    layout: 'shell',
    page: files.index,
    menu: { group: 'files', icon: 'folder' },
  },
  {
    path: '/file/recycle',
    titleKey: 'files.titles.recycle',
    layout: 'shell',
    page: files.recycle,
    under: '/file/index',
  },
  {
    path: '/file/task/index',
    titleKey: 'tasks.titles.list',
    layout: 'shell',
    page: taskList,
    menu: { group: 'tasks', icon: 'task' },
  },
  {
    path: '/file/task/addEdit',
    titleKey: 'tasks.titles.addEdit',
    layout: 'shell',
    page: tasks.addEdit,
    under: '/file/task/index',
  },
  {
    path: '/file/task/process',
    titleKey: 'desk.titles.project',
    layout: 'shell',
    page: tasks.projectReviews,
    // The project-home rule of the specification (section 2) hides the entry on its side of the tasks.
    menu: {
      group: 'tasks',
      icon: 'review',
      labelKey: ({ projectHome }) => (projectHome ? null : 'desk.titles.project'),
    },
    under: '/file/task/index',
  },
  {
    path: '/file/task/process_stage',
    titleKey: 'desk.titles.stages',
    layout: 'shell',
    page: taskReview,
    under: '/file/task/process',
  },
  {
    path: '/file/model/index',
    titleKey: 'viewer.titles.list',
    layout: 'shell',
    page: models.index,
    menu: { group: 'models', icon: 'model' },
  },
  {
    path: '/file/model/view',
    titleKey: 'viewer.titles.view',
    layout: 'shell',
    page: model,
    under: '/file/model/index',
  },
  {
    path: '/file/model/viewpoint',
    titleKey: 'viewer.titles.viewpoint',
    layout: 'shell',
    page: models.viewpoint,
    under: '/file/model/index',
  },

  // System administrators
  {
    path: '/system/enterprise',
    titleKey: 'enterprise.system.title',
    layout: 'shell',
    page: organisation.systemEnterprises,
    access: { scope: 'system' },
  },

  // Reviews
  { path: '/process/task/process', titleKey: 'processes.titles.list', layout: 'shell', page: reviewDesk },
  { path: '/process/task/process_stage', titleKey: 'desk.titles.stages', layout: 'shell', page: taskReview },
];
