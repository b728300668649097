import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { loadAllTexts, startI18n, translate } from '../../lib/i18n.ts';
import { PageTable } from './page-table.tsx';
import type { PageColumn, PageQuery } from './table-types.ts';
import { useListView } from './use-list-view.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}

const columns: PageColumn<Row>[] = [
  { key: 'name', title: 'Name', fixed: true, sort: true, render: (row) => row.name },
  { key: 'number', title: 'Number', width: 80, align: 'right', render: (row) => row.id },
  {
    key: 'size',
    title: 'Size',
    width: 80,
    align: 'right',
    card: 'line',
    render: (row) => (row.id > 1 ? row.id : null),
  },
  { key: 'extra', title: 'Extra', width: 80, optional: true, render: (row) => `extra ${row.id}` },
];
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `row ${at + 1}` }));
const answered = (count: number, total = count): PageQuery<Row> => ({
  data: { list: rows(count), total },
  error: null,
  isFetching: false,
  refetch: () => undefined,
});

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
beforeEach(() => {
  localStorage.clear();
  useAppState.setState({ device: 'desktop' });
});
afterEach(cleanup);

let address = '';
function Page(props: {
  query: PageQuery<Row>;
  whole?: true;
  onOpen?: (row: Row) => void;
  onDelete?: (rows: readonly Row[]) => void;
}) {
  const view = useListView(['state']);
  const { search } = useLocation();
  address = search;
  return (
    <PageTable<Row>
      id="things"
      label="Things"
      columns={columns}
      rowKey={(row) => row.id}
      query={props.query}
      whole={props.whole}
      view={view}
      search="find"
      filters={[{ key: 'state', label: 'State', options: [{ value: 'open', label: 'Open' }] }]}
      onOpen={props.onOpen}
      bulk={props.onDelete && [{ key: 'del', label: 'Remove', run: props.onDelete }]}
      empty={{ title: 'Nothing made yet', action: <button type="button">Make one</button> }}
    />
  );
}
const show = (props: Parameters<typeof Page>[0], at = '/things') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Page {...props} />
    </MemoryRouter>,
  );
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });

test('an empty list and a list without matches show different texts', async () => {
  show({ query: answered(0) });
  screen.getByText('Nothing made yet');
  screen.getByRole('button', { name: 'Make one' });
  cleanup();
  show({ query: answered(0) }, '/things?word=x&state=open');
  screen.getByText(translate('common.table.noMatch'));
  expect(screen.queryByText('Nothing made yet')).toBeNull();
  await userEvent.click(
    screen.getAllByRole('button', { name: translate('common.table.clearFilters') })[0] as HTMLElement,
  );
  expect(address).toBe('');
});

test('a failure without rows shows the reason and a retry button; old rows stay', async () => {
  const refetch = vi.fn();
  show({ query: { data: undefined, error: new Error('no database'), isFetching: false, refetch } });
  screen.getByText('no database');
  await userEvent.click(screen.getByRole('button', { name: translate('common.retry') }));
  expect(refetch).toHaveBeenCalledTimes(1);
  cleanup();
  show({ query: { ...answered(2), error: new Error('no database') } });
  screen.getByText('row 1');
});

test('a placeholder shows before the first rows', () => {
  show({ query: { data: undefined, error: null, isFetching: true, refetch: () => undefined } });
  screen.getByRole('status', { name: translate('common.loading') });
});

test('j and k move through the rows, Enter opens, x selects; typing does none of it', async () => {
  const opened = vi.fn();
  show({ query: answered(3), onOpen: opened, onDelete: () => undefined });
  key('j');
  key('j');
  key('k');
  key('Enter');
  expect(opened).toHaveBeenCalledWith({ id: 1, name: 'row 1' });
  key('x');
  screen.getByRole('toolbar', { name: translate('common.table.selected', { n: 1 }) });
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'j' });
  fireEvent.keyDown(document.body, { key: 'j', isComposing: true });
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(opened).toHaveBeenLastCalledWith({ id: 1, name: 'row 1' });
});

test('the current row stays the same record when rows before it come, and its place stays when it goes', () => {
  const opened = vi.fn();
  const page = (list: Row[]) => (
    <MemoryRouter initialEntries={['/things']}>
      <Page query={{ ...answered(0), data: { list, total: list.length } }} onOpen={opened} />
    </MemoryRouter>
  );
  const { rerender } = render(page(rows(3)));
  key('j');
  key('j');
  rerender(page([{ id: 9, name: 'row 9' }, ...rows(3)]));
  key('Enter');
  expect(opened).toHaveBeenLastCalledWith({ id: 2, name: 'row 2' });
  rerender(page(rows(3).filter(({ id }) => id !== 2)));
  key('Enter');
  expect(opened).toHaveBeenLastCalledWith({ id: 3, name: 'row 3' });
});

test('the selection bar acts on the chosen rows', async () => {
  const removed = vi.fn();
  show({ query: answered(3), onDelete: removed });
  screen.getByRole('checkbox', { name: translate('common.table.selectAll') });
  const [, first, , third] = screen.getAllByRole('checkbox');
  await userEvent.click(first as HTMLElement);
  await userEvent.click(third as HTMLElement);
  await userEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Remove' }));
  expect(removed).toHaveBeenCalledWith([expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 3 })]);
});

test('the address holds search, filter, sort order and page; a new search starts at the first page', async () => {
  show({ query: answered(20, 45) }, '/things?page=2&task=7');
  screen.getByText(translate('common.table.range', { from: 21, to: 40, total: 45 }));
  await userEvent.click(screen.getByRole('button', { name: translate('common.table.nextPage') }));
  expect(address).toBe('?page=3&task=7');
  await userEvent.type(screen.getByRole('searchbox'), 'abc');
  await vi.waitFor(() => expect(address).toBe('?task=7&word=abc'));
  await userEvent.click(screen.getByRole('button', { name: translate('common.table.addFilter') }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Open' }));
  expect(address).toBe('?task=7&word=abc&state=open');
  await userEvent.click(screen.getAllByRole('columnheader', { name: 'Name' })[0] as HTMLElement);
  expect(address).toBe('?task=7&word=abc&state=open&sort=name');
  await userEvent.click(
    screen.getByRole('button', { name: translate('common.table.removeFilter', { name: 'State' }) }),
  );
  expect(address).not.toContain('state');
});

test('a capped total reads 1,000+, and the button for the next page stays enabled', () => {
  show({ query: answered(20, 1001) });
  screen.getByText(/1,000\+/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: translate('common.table.nextPage') }).disabled).toBe(
    false,
  );
});

test('a list that the call returns whole has no pages, however long it is', () => {
  const shown = (whole?: true) =>
    render(
      <MemoryRouter>
        <Page query={answered(50)} whole={whole} />
      </MemoryRouter>,
    );
  shown();
  expect(screen.queryByRole('navigation')).not.toBeNull();
  cleanup();
  shown(true);
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.getByText(translate('common.table.total', { n: 50 }))).not.toBeNull();
});

test('the browser stores the choice of columns', async () => {
  show({ query: answered(1) });
  expect(screen.queryByText('extra 1')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: translate('common.table.columns') }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Extra' }));
  screen.getByText('extra 1');
  cleanup();
  show({ query: answered(1) });
  screen.getByText('extra 1');
});

test('cards in narrow windows can be selected, and selecting one does not open it', async () => {
  useAppState.setState({ device: 'mobile' });
  const [opened, removed] = [vi.fn(), vi.fn()];
  show({ query: answered(3), onOpen: opened, onDelete: removed });
  const [first, , third] = screen.getAllByRole('checkbox', { name: translate('common.table.select') });
  await userEvent.click(first as HTMLElement);
  await userEvent.click(third as HTMLElement);
  await userEvent.click(third as HTMLElement);
  expect(opened).not.toHaveBeenCalled();
  await userEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Remove' }));
  expect(removed).toHaveBeenCalledWith([expect.objectContaining({ id: 1 })]);
});

test('a card shows the title of a figure, and an empty figure takes no space', () => {
  useAppState.setState({ device: 'mobile' });
  show({ query: answered(2) });
  const lines = [...document.querySelectorAll('.card-line')];
  expect(lines.map((line) => [line.textContent, line.childElementCount])).toEqual([
    ['', 0],
    ['Size2', 1],
  ]);
});

test('the name of a card or a tap elsewhere on it opens it, and no button contains a button', async () => {
  useAppState.setState({ device: 'mobile' });
  const opened = vi.fn();
  show({ query: answered(2), onOpen: opened });
  expect(screen.queryByRole('button', { name: translate('common.table.columns') })).toBeNull();
  const name = screen.getByRole('button', { name: 'row 2' });
  const line = name.closest('li')?.querySelector<HTMLElement>('.card-line') as HTMLElement;
  const end = name.closest('li')?.querySelector<HTMLElement>('.card-end');
  for (const part of [line, end]) expect(part?.closest('button, [role="button"]')).toBeNull();
  name.focus();
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledTimes(1);
  await userEvent.click(line);
  expect(opened.mock.calls).toEqual([[{ id: 2, name: 'row 2' }], [{ id: 2, name: 'row 2' }]]);
});

test.each([
  [639, 'desktop', 'cards'],
  [640, 'mobile', 'a table'],
] as const)('a list %i px wide on a %s shows %s', async (width, device, shown) => {
  const measured = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  useAppState.setState({ device });
  render(
    <MemoryRouter>
      <Page query={answered(2)} />
    </MemoryRouter>,
  );
  expect((await screen.findAllByText('row 1')).length).toBeGreaterThan(0);
  expect(screen.queryAllByRole('table').length > 0).toBe(shown === 'a table');
  measured.mockRestore();
});
