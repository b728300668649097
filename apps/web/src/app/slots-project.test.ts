import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { statistics, type ProjectFigures } from '@prdm/contract/tasks/statistics';
import { translate } from '../lib/i18n.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { listOf, projectRow } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 1: [], 2: [] } });
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const MOST = projectRow({ id: 1, name: '滨江门诊楼' });
const GONE = projectRow({ id: 2, name: '老城中学' });
const figures = (project_id: number, finished: number, overdue: number): ProjectFigures => ({
  project_id,
  total: 12,
  finished,
  under_review: 0,
  overdue,
  next_deadline: null,
});

/** Project ids of each statistics call. */
const asked = (): string[][] =>
  app.wire.seen
    .filter(({ url }) => url.startsWith(statistics.path))
    .map(({ url }) => [...new URLSearchParams(url.split('?')[1])].map(([, id]) => id));

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr, .page-card') as HTMLElement);

test('the figures of a page of projects come in one call, and again after tasks changed', async () => {
  const before = asked().length;
  app.data('/apis/project/index', listOf([MOST, GONE]));
  app.data(statistics.path, { list: [figures(1, 4, 0), figures(2, 6, 3)], cells: [] });
  app.open('/project/index');
  await (await rowOf(MOST.name)).findByText('4/12');
  const late = await rowOf(GONE.name);
  await late.findByText('6/12');
  expect(late.getByText(translate('status.overdue')).parentElement?.textContent).toContain('3');
  expect((await rowOf(MOST.name)).queryByText(translate('status.overdue'))).toBeNull();
  expect(asked().slice(before)).toEqual([['1', '2']]);

  app.data(statistics.path, { list: [figures(1, 5, 0), figures(2, 6, 3)], cells: [] });
  for (let n = 0; n < 5; n += 1) app.push({ type: 'task', id: n, project_id: 1 });
  await (await rowOf(MOST.name)).findByText('5/12');
  expect(asked().length - before, 'several changes at once are one question').toBe(2);
});

test('the list stays open when one of its projects was archived meanwhile', async () => {
  app.data('/apis/project/index', listOf([MOST, GONE]));
  app.data(statistics.path, { list: [figures(1, 4, 0), figures(2, 6, 3)], cells: [] });
  app.open('/project/index');
  await (await rowOf(GONE.name)).findByText('6/12');
  const before = asked().length;

  app.data('/apis/project/index', listOf([MOST]));
  app.says(statistics.path, ({ url }) => {
    const isRefused = [...new URLSearchParams(url.split('?')[1]).values()].includes('2');
    const data = { list: [figures(1, 7, 0)], cells: [] };
    return { body: isRefused ? { code: 443, msg: '项目已归档', data: null } : { code: 0, msg: '', data } };
  });
  // The live channel does this after a reconnect, and the browser on window focus.
  void queryClient.invalidateQueries();
  await (await rowOf(MOST.name)).findByText('7/12');
  await waitFor(() => expect(screen.queryByText(GONE.name)).toBeNull());
  expect(location.pathname).toBe('/project/index');
  expect(asked().slice(before)).toEqual([['1']]);
});
