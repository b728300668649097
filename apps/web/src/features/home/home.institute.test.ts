import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { translate, type TextEntry } from '../../lib/i18n.ts';
import { projectRow } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [] } });
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const projects = (total: number, names: string[]) => ({
  total,
  list: names.map((name, at) => projectRow({ id: at + 1, name })),
  page: 1,
  size: 8,
});
const noWork = () =>
  app.data('/apis/fhome/index', {
    totals: { today: 0, waiting: 0, projects: 0 },
    today: [],
    waiting: [],
    projects: [],
  });

test('an administrator without work sees what the institute does, with ways on', async () => {
  noWork();
  app.data('/apis/project/index', projects(12, ['滨江门诊楼', '高铁东站']));
  app.data('/apis/user/index', { list: [], total: 65 });
  app.says('/apis/task/index', ({ url }) => ({
    body: { code: 0, msg: '', data: { list: [], total: url.includes('tab=review') ? 9 : 4 } },
  }));
  app.data('/apis/review/counts', { todo: 2, done: 0, mine: 0, cc: 0, kinds: {} });
  app.open('/home');
  const latest = within(await screen.findByRole('region', { name: translate('home.institute.latest') }));
  expect(latest.getByRole('link', { name: /滨江门诊楼/ }).getAttribute('href')).toBe('/project/detail?id=1');
  expect(screen.queryByText(translate('home.first.title'))).toBeNull();
  const figure = (key: TextEntry<'home.institute'>) =>
    screen.findByRole('link', { name: new RegExp(`^${translate(`home.institute.${key}`)}`) });
  expect((await figure('projects')).textContent).toContain('12');
  expect((await figure('projects')).getAttribute('href')).toBe('/project/index');
  await screen.findByText(translate('home.institute.projectsText', { underReview: '9', overdue: '4' }));
  expect((await figure('people')).textContent).toContain('65');
  expect((await figure('reviews')).textContent).toContain('2');
  // The top bar of every page shows the same number.
  expect(screen.getByTestId('badge-reviews').textContent).toBe('2');
});

test('the first steps are shown only while there is no project', async () => {
  noWork();
  app.data('/apis/project/index', projects(0, []));
  app.open('/home');
  await screen.findByRole('heading', { name: translate('home.first.title') });
  expect(screen.queryByRole('region', { name: translate('home.institute.latest') })).toBeNull();
});
