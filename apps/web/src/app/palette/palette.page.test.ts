import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { find } from '@prdm/contract/home';
import { useAppState } from '../../lib/app-state.ts';
import { translate, type TextKey } from '../../lib/i18n.ts';
import { actionsNow } from '../../lib/keys/actions.ts';
import { keyOf } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useToasts } from '../../lib/toasts.ts';
import { listOf, projectInfo, taskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';
import { closeOverlay } from '../keys/overlay.ts';
import type { FindAnswer } from './found.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
  await waitFor(() => expect(actionsNow()).not.toEqual([]));
}, 60_000);
afterAll(() => app.stop());

beforeEach(() => {
  useAppState.setState({ project: null });
  app.data(find.path, answer({}));
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江图书馆' }));
});
afterEach(async () => {
  closeOverlay();
  await waitFor(() => expect(screen.queryByRole('combobox', { name: t('palette.title') })).toBeNull());
  await app.leave();
  useToasts.setState({ toasts: [] });
  localStorage.removeItem(`recent.${ME.id}`);
});

const answer = (special: Partial<FindAnswer>): FindAnswer => ({
  projects: [],
  tasks: [],
  files: [],
  people: [],
  ...special,
});
const project = (id: number, name: string): FindAnswer['projects'][number] => ({
  id,
  name,
  item_number: `A-${id}`,
  short_name: name,
});
const DRAWING: FindAnswer['files'][number] = {
  kind: 'file',
  id: 41,
  name: '一层结构图.dwg',
  type: 'unknown',
  project_id: 3,
  project_name: '滨江图书馆',
  folder_id: 9,
  crumbs: [
    { id: 1, name: '滨江图书馆' },
    { id: 9, name: '施工图' },
  ],
  updated_at: '2026-11-20 09:00:00',
};

const t = (key: TextKey) => translate(key);
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: t('palette.title') });
const openPalette = async () => {
  press('k', { ctrlKey: true });
  return field();
};
const type = async (word: string) => fireEvent.change(await field(), { target: { value: word } });
const options = () => screen.queryAllByRole('option').map((row) => row.querySelector('.palette-name')?.textContent);
const active = () => document.querySelector('[aria-selected="true"] .palette-name')?.textContent;
const wordsAsked = (): (string | null)[] =>
  app.wire.seen
    .filter(({ url }) => url.startsWith(find.path))
    .map(({ url }) => new URLSearchParams(url.split('?')[1]).get('word'));
const addressNow = () => location.pathname + location.search;

describe('the palette', () => {
  // The first test, because the code loads once.
  test('takes what is typed before its code has loaded, and Ctrl+K closes it again', async () => {
    press('k', { ctrlKey: true });
    for (const key of ['x', 'q', 'y', 'Backspace']) press(key);
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('xq'));
    press('k', { ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  });

  test('opens with Ctrl+K, offers pages and actions, and gives the focus back with Esc', async () => {
    const bell = screen.getByRole('button', { name: t('shell.notices.bell') });
    bell.focus();
    const input = await openPalette();
    expect(document.activeElement).toBe(input);
    expect(options()).toContain(t('shell.titles.home'));
    expect(active()).toBe(options()[0]);
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(document.activeElement).toBe(bell);
  });

  test('opens the drawing in its folder: one chord, the word, Enter', async () => {
    app.data(find.path, answer({ files: [DRAWING] }));
    await openPalette();
    await type('结构');
    await waitFor(() => expect(active()).toBe(DRAWING.name));
    expect(screen.getByRole('option', { name: /施工图/ }).querySelector('mark')?.textContent).toBe('结构');
    press('Enter');
    await waitFor(() => expect(addressNow()).toBe('/file/index?project_id=3&pid=9&file=41'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('opens the best row of the answer when Enter comes first', async () => {
    app.data(find.path, answer({ projects: [project(9, '老城中学')] }));
    await openPalette();
    await type('老城');
    await waitFor(() => expect(active()).toBe('老城中学'));
    app.says(find.path, { body: { code: 0, msg: '', data: answer({ projects: [project(3, '滨江')] }) }, afterMs: 80 });
    await type('滨江');
    expect(active(), 'the row of the former word').toBe('老城中学');
    press('Enter');
    expect(addressNow()).toBe('/notice');
    await waitFor(() => expect(addressNow()).toBe('/project/detail?id=3'));
  });

  test('Ctrl+Enter opens a new tab and the page stays', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    app.data(find.path, answer({ projects: [project(3, '滨江')] }));
    await openPalette();
    await type('滨江');
    await waitFor(() => expect(active()).toBe('滨江'));
    press('Enter', { ctrlKey: true });
    expect(opened).toHaveBeenCalledWith('/project/detail?id=3', '_blank', 'noopener');
    expect(addressNow()).toBe('/notice');
    opened.mockRestore();
  });

  test('arrows, Home, End and Tab move the active row, the focus stays in the field', async () => {
    app.data(find.path, answer({ projects: [project(1, '图甲'), project(2, '图乙'), project(4, '图丙')] }));
    const input = await openPalette();
    await type('图');
    await waitFor(() => expect(options()).toEqual(['图甲', '图乙', '图丙']));
    const seen = ['ArrowDown', 'End', 'ArrowDown', 'Tab', 'Home'].map((key) => {
      press(key);
      return active();
    });
    expect(seen).toEqual(['图乙', '图丙', '图甲', '图乙', '图甲']);
    expect(document.activeElement).toBe(input);
    const row = document.querySelector('[aria-selected="true"]');
    expect(input.getAttribute('aria-activedescendant')).toBe(row?.id);
  });

  test('the answer of an older word never replaces that of a newer one, and rows stay until a new answer comes', async () => {
    const names: Record<string, string> = { 滨: '滨海', 滨江: '滨江', 滨江图: '滨江图书馆' };
    app.says(find.path, ({ url }) => {
      const word = new URLSearchParams(url.split('?')[1]).get('word') ?? '';
      const data = answer({ projects: [project(word.length, names[word] ?? '')] });
      return { body: { code: 0, msg: '', data }, afterMs: word === '滨江' ? 400 : 0 };
    });
    await openPalette();
    await type('滨');
    await waitFor(() => expect(options()).toEqual(['滨海']));
    await type('滨江');
    await waitFor(() => expect(wordsAsked()).toContain('滨江'));
    expect(options()).toEqual(['滨海']);
    await type('滨江图');
    await waitFor(() => expect(options()).toEqual(['滨江图书馆']));
    const older = () => queryClient.getQueryState(keyOf(find, { word: '滨江' }))?.fetchStatus;
    await waitFor(() => expect(older(), 'the older word has ended').not.toBe('fetching'));
    expect(options()).toEqual(['滨江图书馆']);
  });

  test('a failed search is one line with retry, and pages still open', async () => {
    app.refuses(find.path, 1, 'M');
    await openPalette();
    await type(t('shell.titles.home'));
    await screen.findByRole('option', { name: t('palette.failed') });
    expect(active()).toBe(t('shell.titles.home'));
    app.data(find.path, answer({ projects: [project(5, `${t('shell.titles.home')}改造`)] }));
    fireEvent.click(screen.getByRole('option', { name: t('palette.failed') }));
    await waitFor(() => expect(options()).toContain(`${t('shell.titles.home')}改造`));
    expect(screen.queryByRole('option', { name: t('palette.failed') })).toBeNull();
    press('Enter');
    await waitFor(() => expect(addressNow()).toBe('/home'));
  });

  test('an input method neither searches nor opens while it composes', async () => {
    const before = wordsAsked().length;
    const input = await openPalette();
    fireEvent.compositionStart(input);
    await type('tu');
    press('Enter', { isComposing: true });
    expect(addressNow()).toBe('/notice');
    expect(options().length).toBeGreaterThan(3);
    fireEvent.change(input, { target: { value: '图' } });
    fireEvent.compositionEnd(input);
    await waitFor(() => expect(wordsAsked().slice(before)).toEqual(['图']));
  });

  test('a person shows department and position, and opens only for readers of the staff', async () => {
    const person = {
      id: 8,
      name: '陈秀英',
      thumb: '',
      department_name: '结构所',
      position_name: '',
      phone: null,
      email: null,
    };
    app.data(find.path, answer({ people: [person] }));
    await openPalette();
    await type('陈');
    const row = await screen.findByRole('option', { name: /秀英/ });
    expect(row.getAttribute('aria-disabled')).toBe('true');
    expect(row.textContent).toContain('结构所');
    press('Enter');
    expect(addressNow()).toBe('/notice');
    expect(screen.queryByRole('combobox')).not.toBeNull();
  });

  test('says when nothing matches', async () => {
    await openPalette();
    await type('无此物');
    await screen.findAllByText(translate('palette.none', { word: '无此物' }));
    expect((await field()).getAttribute('aria-expanded')).toBe('false');
  });

  test('offers the record that was opened last, under its name', async () => {
    app.data('/apis/task/index', listOf([]));
    app.data('/apis/task/info', taskPage({ id: 77, title: '楼梯详图' }));
    app.open('/file/task/index?project_id=3&id=77');
    await waitFor(() => expect(document.title).toContain('楼梯详图'));
    app.open('/notice');
    await waitFor(() => expect(document.title).not.toContain('楼梯详图'));
    await openPalette();
    expect(active()).toBe('楼梯详图');
    press('Enter');
    await waitFor(() => expect(addressNow()).toBe('/file/task/index?project_id=3&id=77'));
  });
});

describe('keys of every page', () => {
  test('g and a letter open an area, but not from a field', async () => {
    press('g');
    press('p');
    await waitFor(() => expect(location.pathname).toBe('/project/index'));
    const search = await screen.findByRole('searchbox');
    search.focus();
    press('g');
    press('h');
    expect(location.pathname).toBe('/project/index');
  });

  test('g t needs an open project', async () => {
    press('g');
    press('t');
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([t('palette.needsProject')]);
    expect(location.pathname).toBe('/notice');
    useAppState.setState({ project: { id: 3, name: '滨江图书馆' } });
    await waitFor(() => {
      press('g');
      press('t');
      expect(addressNow()).toBe('/file/task/index?project_id=3');
    });
  });

  test('? lists the keys of the page before those of every page', async () => {
    app.open('/project/index');
    await screen.findByRole('searchbox');
    press('?');
    const sheet = within(await screen.findByRole('dialog', { name: t('palette.sheet.title') }));
    const parts = sheet.getAllByRole('region').map((part) => part.getAttribute('aria-label'));
    expect(parts).toEqual([t('palette.sheet.here'), t('palette.sheet.everywhere')]);
    expect(sheet.getByText(t('palette.keys.search'))).toBeTruthy();
    expect(sheet.getByText(t('palette.go.home'))).toBeTruthy();
    press('g');
    press('h');
    expect(location.pathname).toBe('/project/index');
  });
});
