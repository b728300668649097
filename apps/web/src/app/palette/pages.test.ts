import { expect, test } from 'vitest';
import { listedSyllables } from '../../../vite/pinyin.ts';
import { ROUTES } from '../routes.tsx';
import { pageRows } from './pages.ts';

const PROJECT = { id: 12, name: '老城中学' };
const asked = { may: () => true, project: PROJECT, say: (key: string) => key, syllables: listedSyllables() };

test('every listed page can be found by pinyin', () => {
  const mute = pageRows(asked).filter(({ syllables = '' }) => syllables === '');
  expect(mute.map(({ id }) => id)).toEqual([]);
});

test('pages before sign-in, of one record, and forms are not listed', () => {
  const listed = pageRows(asked).map(({ id }) => id.replace('page:', ''));
  expect(listed).toEqual(expect.arrayContaining(['/home', '/company/staff', '/file/index', '/help/api']));
  for (const path of ['/login', '/404', '/preview', '/file/model/view', '/project/add'])
    expect(listed, path).not.toContain(path);
});

test('pages of a project lead into the open one, and are missing without one', () => {
  const toOf = (rows: ReturnType<typeof pageRows>, path: string) => rows.find(({ id }) => id === `page:${path}`)?.to;
  expect(toOf(pageRows(asked), '/file/task/index')).toBe('/file/task/index?project_id=12');
  expect(toOf(pageRows(asked), '/project/detail')).toBe('/project/detail?id=12');
  expect(toOf(pageRows({ ...asked, project: null }), '/file/task/index')).toBeUndefined();
});

test('a page without access is missing', () => {
  const listed = pageRows({ ...asked, may: () => false }).map(({ id }) => id);
  const gated = ROUTES.filter(({ access }) => access !== undefined).map(({ path }) => `page:${path}`);
  expect(listed.filter((id) => gated.includes(id))).toEqual([]);
  expect(listed).toContain('page:/home');
});
