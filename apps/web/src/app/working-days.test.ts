import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { workingDaySet, type Calendar, type CalendarDay, type DayType } from '@prdm/contract/config/working-days';
import { translate } from '../lib/i18n.ts';
import { navigateTo } from '../lib/navigate.ts';
import { useSession } from '../lib/session/session.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

const KEEPER = {
  ...ME,
  roles: { role: 'administrator', access: [{ action: 'home-AttendancePunchCardSetting-list' }] },
};

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(KEEPER);
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

/** The calendar of the server: the exceptions of the company over Monday to Friday. */
let version = 1;
let company: Record<string, { type: DayType; name: string }> = {};
const isKnown = (year: number): boolean => year < 2027;

function calendarOf(year: number): Calendar {
  const days: CalendarDay[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    const usual = { type: [0, 6].includes(new Date(at).getUTCDay()) ? 'restday' : 'workday', name: '' } as const;
    const own = company[day];
    days.push({ day, ...(own ?? usual), source: own ? 'company' : 'base', usual: own ? usual : null });
  }
  const counts = { workdays: 248, restdays: 90, holidays: 27, adjusted_workdays: 0, total: 248 };
  const months = Array.from({ length: 12 }, (_, month) => ({ ...counts, total: month + 10 }));
  return { year, version, workdays: [1, 2, 3, 4, 5], is_known: isKnown(year), days, months, counts };
}

const SET = '/apis/working_day/set';
type Sent = { days: { day: string; type?: DayType; name?: string }[]; version: number };
/** The input that the server reads from a form: `days[0][day]=2026-06-12`. */
function inputOf(body: string): Sent {
  const days: Record<string, string>[] = [];
  const form = new URLSearchParams(body);
  for (const [key, value] of form) {
    const [, place = '', field = ''] = /^days\[(\d+)\]\[(\w+)\]$/.exec(key) ?? [];
    if (field !== '') days[Number(place)] = { ...days[Number(place)], [field]: value };
  }
  return workingDaySet.input.parse({ days, version: form.get('version') });
}
const sent = (): Sent[] => app.wire.seen.filter(({ url }) => url === SET).map(({ body }) => inputOf(body));

beforeEach(() => {
  version = 1;
  company = {};
  app.wire.seen.length = 0;
  app.says('/apis/working_day/index', ({ url }) => {
    const year = Number(new URLSearchParams(url.split('?')[1]).get('year'));
    return { body: { code: 0, msg: '', data: calendarOf(year) } };
  });
  app.says(SET, ({ body }) => {
    const input = inputOf(body);
    if (input.version !== version) return { body: { code: 1009, msg: '内容已被他人修改', data: null } };
    version += 1;
    for (const { day, type, name = '' } of input.days) {
      delete company[day];
      if (type) company[day] = { type, name };
    }
    return { body: { code: 0, msg: '', data: { version } } };
  });
});

const cell = (day: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-day="${day}"]`);
  if (found === null) throw new Error(`no cell for ${day}`);
  return found;
};
const selected = () =>
  [...document.querySelectorAll<HTMLElement>('[data-day][aria-selected="true"]')].map((each) => each.dataset['day']);
async function open(year = 2026): Promise<void> {
  app.open(`/company/working_day?year=${year}`);
  await waitFor(() => cell(`${year}-06-12`));
}
const panel = () => screen.findByRole('dialog');
const save = async () => userEvent.click(within(await panel()).getByRole('button', { name: translate('common.save') }));

test('[R-049] the year shows twelve months from Monday with their counts', async () => {
  company['2026-06-12'] = { type: 'holiday', name: '院庆' };
  await open();
  const months = screen.getAllByRole('grid');
  expect(months).toHaveLength(12);
  const heads = within(months[5] as HTMLElement).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual(['一', '二', '三', '四', '五', '六', '日']);
  expect(within(months[5]?.closest('section') as HTMLElement).getByText('15 个工作日')).toBeTruthy();
  expect(cell('2026-06-12').getAttribute('aria-label')).toBe('6月12日星期五, 节假日, 院庆, 企业自定');
  expect(cell('2026-06-12').textContent).toBe('12休');
});

test('[R-049] days are selected, set and undone with the keyboard alone', async () => {
  await open();
  cell('2026-06-10').focus();
  fireEvent.mouseDown(cell('2026-06-10'));
  fireEvent.mouseUp(cell('2026-06-10'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(cell('2026-06-10')));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
  await waitFor(() => expect(document.activeElement).toBe(cell('2026-06-19')));
  expect(selected()).toHaveLength(8);
  await userEvent.keyboard('{Shift>}{Home}{/Shift}{Enter}');
  expect(selected()).toEqual(['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-15']);
  const dialog = await panel();
  await userEvent.type(within(dialog).getByLabelText(translate('config.days.name')), '院庆');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(cell('2026-06-14').dataset['type']).toBe('holiday'));
  expect(sent()).toEqual([
    {
      days: ['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-15'].map((day) => ({
        day,
        type: 'holiday',
        name: '院庆',
      })),
      version: 1,
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(cell('2026-06-15')));
  await userEvent.click(await screen.findByRole('button', { name: translate('common.undo') }));
  await waitFor(() => expect(cell('2026-06-14').dataset['type']).toBe('restday'));
  expect(sent()[1]).toEqual({
    days: ['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-15'].map((day) => ({ day })),
    version: 2,
  });
});

describe('with the mouse', () => {
  test('[R-049] a drag over months and Shift with a press select the days between', async () => {
    await open();
    fireEvent.mouseDown(cell('2026-06-29'));
    fireEvent.mouseOver(cell('2026-06-30'));
    fireEvent.mouseOver(cell('2026-07-02'));
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.mouseUp(cell('2026-07-02'));
    await screen.findByRole('dialog', { name: '设置6月29日至7月2日' });
    expect(selected()).toEqual(['2026-06-29', '2026-06-30', '2026-07-01', '2026-07-02']);
    fireEvent.mouseDown(cell('2026-06-26'), { shiftKey: true });
    fireEvent.mouseUp(cell('2026-06-26'));
    expect(selected()).toEqual(['2026-06-26', '2026-06-27', '2026-06-28', '2026-06-29']);
  });

  test('[R-049] an exception returns to the default', async () => {
    company['2026-06-12'] = { type: 'holiday', name: '院庆' };
    await open();
    fireEvent.mouseDown(cell('2026-06-12'));
    fireEvent.mouseUp(cell('2026-06-12'));
    await userEvent.click(within(await panel()).getByRole('button', { name: translate('config.days.reset') }));
    await waitFor(() => expect(cell('2026-06-12').dataset['type']).toBe('workday'));
    expect(sent()).toEqual([{ days: [{ day: '2026-06-12' }], version: 1 }]);
  });
});

test('[R-049] a stale change is refused, the calendar is fresh, and the choice can be saved then', async () => {
  await open();
  fireEvent.mouseDown(cell('2026-06-12'));
  fireEvent.mouseUp(cell('2026-06-12'));
  await panel();
  version = 7;
  company['2026-06-15'] = { type: 'holiday', name: '他人' };
  await save();
  await screen.findByText('内容已被他人修改');
  await waitFor(() => expect(cell('2026-06-15').dataset['type']).toBe('holiday'));
  await save();
  await waitFor(() => expect(cell('2026-06-12').dataset['type']).toBe('holiday'));
  expect(sent().map((input) => input.version)).toEqual([1, 7]);
});

test('[R-049] a refusal is shown and the panel stays', async () => {
  app.refuses(SET, 1005, '没有权限');
  await open();
  fireEvent.mouseDown(cell('2026-06-12'));
  fireEvent.mouseUp(cell('2026-06-12'));
  await save();
  await screen.findByText('没有权限');
  expect(selected()).toEqual(['2026-06-12']);
  expect(cell('2026-06-12').dataset['type']).toBe('workday');
});

test('[R-049] a change of another person arrives by itself', async () => {
  await open();
  company['2026-06-12'] = { type: 'holiday', name: '院庆' };
  app.push({ type: 'working_day' });
  await waitFor(() => expect(cell('2026-06-12').dataset['type']).toBe('holiday'));
});

test('[R-049] the year is in the address, and an unknown year says so', async () => {
  await open(2026);
  expect(screen.queryByText(/尚未发布/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: translate('config.days.nextYear') }));
  await screen.findByText(/2027 年的法定节假日尚未发布/);
  expect(location.search).toBe('?year=2027');
});

test('[R-049] a reader sees the calendar and cannot change it', async () => {
  const { me } = useSession.getState();
  useSession.setState({ me: ME });
  try {
    await open();
    fireEvent.mouseDown(cell('2026-06-12'));
    fireEvent.mouseUp(cell('2026-06-12'));
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(selected()).toEqual([]);
    expect(screen.queryByText(translate('config.days.hint'))).toBeNull();
    expect(screen.queryByRole('button', { name: /每周工作日/ })).toBeNull();
    expect(screen.getByText('每周工作日：周一至周五')).toBeTruthy();
  } finally {
    useSession.setState({ me });
    navigateTo('/notice');
  }
});
