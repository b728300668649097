import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Calendar, CalendarDay } from '@prdm/contract/config/working-days';
import { toWireDay } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { isIn, keyTarget, startOf, endOf, type Range } from '../working-days.logic.ts';
import { DayPanel } from './day-panel.tsx';
import { MonthGrid } from './month-grid.tsx';
import { placeIn, type Place } from './place.ts';
import './year-grid.css';

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/**
 * The twelve months of a year. A press on a day, a drag, Shift with a press and Shift with an arrow key select days. The
 * panel for the selected days opens when the pointer is released, or with Enter.
 */
export function YearGrid({ calendar, mayChange }: { calendar: Calendar; mayChange: boolean }) {
  const t = useT();
  const { year, days, months } = calendar;
  const [today] = useState(() => toWireDay(new Date()));
  const root = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<Range | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<Place | null>(null);
  const [kept, setFocus] = useState(today);
  const focus = kept.startsWith(`${year}-`) ? kept : today.startsWith(`${year}-`) ? today : `${year}-01-01`;
  const dragging = useRef(false);
  const wantsFocus = useRef(false);

  const byMonth = useMemo(
    () => MONTHS.map((month) => days.filter(({ day }) => Number(day.slice(5, 7)) === month)),
    [days],
  );

  const cellOf = (day: string) => root.current?.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? null;

  const close = (): void => {
    setOpen(false);
    setRange(null);
    wantsFocus.current = true;
  };
  const open = (): void => {
    const cell = cellOf(range?.head ?? focus);
    if (!mayChange || cell === null || root.current === null) return;
    setPlace(placeIn(cell, root.current));
    setOpen(true);
  };
  const select = (to: string, extends_: boolean): void => {
    setRange(extends_ ? { anchor: range?.anchor ?? focus, head: to } : { anchor: to, head: to });
    setFocus(to);
  };

  const dayUnder = (target: EventTarget): string | null =>
    target instanceof Element ? (target.closest<HTMLElement>('[data-day]')?.dataset['day'] ?? null) : null;

  const release = useEffectEvent(() => {
    if (!dragging.current) return;
    dragging.current = false;
    open();
  });
  const press = useEffectEvent((event: MouseEvent) => {
    const target = event.target as Element;
    if (target.closest('.day-panel') !== null) return;
    const day = dayUnder(target);
    if (day === null) {
      if (isOpen) close();
      return;
    }
    if (event.button !== 0) return;
    setFocus(day);
    if (!mayChange) return;
    // The browser would begin to select text.
    event.preventDefault();
    cellOf(day)?.focus({ preventScroll: true });
    setOpen(false);
    dragging.current = true;
    select(day, event.shiftKey);
  });
  useEffect(() => {
    const element = root.current;
    // A native listener: it does not receive events of a date list, which React reports from its portal.
    element?.addEventListener('mousedown', press);
    window.addEventListener('mouseup', release);
    return () => {
      element?.removeEventListener('mousedown', press);
      window.removeEventListener('mouseup', release);
    };
  }, []);

  useEffect(() => {
    // On a phone the months stand in one column, and the present month is far down.
    if (matchMedia('(max-width: 640px)').matches)
      root.current?.querySelector('[aria-current="date"]')?.closest('section')?.scrollIntoView({ block: 'start' });
  }, []);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    cellOf(focus)?.focus();
  });

  const onKey = (event: KeyboardEvent): void => {
    if (dayUnder(event.target) === null) return;
    if (event.key === 'Escape' && range !== null) {
      event.stopPropagation();
      close();
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && mayChange) {
      event.preventDefault();
      if (range === null || !isIn(range, focus)) setRange({ anchor: focus, head: focus });
      open();
      return;
    }
    const to = keyTarget(focus, event.key);
    if (to === null) return;
    event.preventDefault();
    setOpen(false);
    if (mayChange && event.shiftKey) select(to, true);
    else {
      setRange(null);
      setFocus(to);
    }
    wantsFocus.current = true;
  };

  const touches = (month: number): boolean =>
    range !== null && Number(startOf(range).slice(5, 7)) <= month && Number(endOf(range).slice(5, 7)) >= month;

  return (
    <div
      ref={root}
      className="calendar-year"
      data-changes={mayChange || undefined}
      role="group"
      aria-label={t('config.days.yearGrid', { year })}
      onKeyDown={onKey}
      onMouseOver={(event) => {
        const day = dayUnder(event.target);
        if (dragging.current && day !== null && day !== range?.head) select(day, true);
      }}
    >
      {MONTHS.map((month) => (
        <MonthGrid
          key={month}
          year={year}
          month={month}
          days={byMonth[month - 1] ?? NONE}
          counts={months[month - 1] ?? calendar.counts}
          today={today}
          focus={Number(focus.slice(5, 7)) === month ? focus : null}
          range={touches(month) ? range : null}
        />
      ))}
      {isOpen && range !== null && (
        <DayPanel
          key={range.anchor}
          calendar={calendar}
          range={range}
          place={place}
          onRange={(next) => setRange(next)}
          onClose={close}
        />
      )}
    </div>
  );
}

const NONE: readonly CalendarDay[] = [];
