import { describe, expect, test } from 'vitest';
import { crumbsOf, type Where } from './crumbs.ts';

const where = (more: Partial<Where>): Where => ({
  pathname: '/home',
  page: '工作台',
  project: null,
  record: null,
  companyStart: '/company/staff',
  say: (key) => key,
  ...more,
});
const shown = (more: Partial<Where>) =>
  crumbsOf(where(more)).map(({ label, to }) => (to === undefined ? label : `${label} ${to}`));
const project = { id: 12, name: '老城中学' };

describe('the crumb', () => {
  test('of a page without an area of its own is its title', () => {
    expect(shown({})).toEqual(['工作台']);
  });

  test('of a project page names area, project and page', () => {
    expect(shown({ pathname: '/file/task/index', page: '任务', project })).toEqual([
      'shell.areas.projects /project/index',
      '老城中学 /project/detail?id=12',
      '任务',
    ]);
  });

  test('names the open record in the place of the page', () => {
    expect(shown({ pathname: '/file/task/index', page: '任务', project, record: '校核结构图' }).at(-1)).toBe(
      '校核结构图',
    );
  });

  test('of the list and of the form names no project, whatever project was open before', () => {
    expect(shown({ pathname: '/project/index', page: '项目列表', project })).toEqual([
      'shell.areas.projects /project/index',
      '项目列表',
    ]);
    expect(shown({ pathname: '/project/add', page: '新建项目', project })).toEqual([
      'shell.areas.projects /project/index',
      '新建项目',
    ]);
  });

  test('leaves out a project that the server has not confirmed', () => {
    expect(shown({ pathname: '/file/index', page: '文件', project: { id: 9, name: '' } })).toHaveLength(2);
  });

  test('of an administration page has its group as the middle step', () => {
    expect(shown({ pathname: '/company/staff', page: '员工' })).toEqual([
      'shell.areas.manage /company/staff',
      'shell.groups.organisation',
      '员工',
    ]);
  });

  test('of administration has no link for a reader who may open no page of it', () => {
    const [root] = shown({ pathname: '/company/working_day', page: '工作日', companyStart: null });
    expect(root).toBe('shell.areas.manage');
  });

  test('of a record outside projects leads back to its page', () => {
    expect(shown({ pathname: '/process/task/process', page: '审核', record: 'A' })).toEqual([
      '审核 /process/task/process',
      'A',
    ]);
  });
});
