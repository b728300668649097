import { memo } from 'react';
import type { CalendarDay, DayCounts } from '@prdm/contract/config/working-days';
import { useT } from '../../../lib/i18n.ts';
import { isIn, notesOf, weeksOf, type Range } from '../working-days.logic.ts';
import { markText, monthText, noteText, spokenDay, weekdayText } from '../working-days.text.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

interface MonthProps {
  readonly year: number;
  readonly month: number;
  readonly days: readonly CalendarDay[];
  readonly counts: DayCounts;
  readonly today: string;
  /** The day that the Tab key reaches, when it is in this month. */
  readonly focus: string | null;
  /** The selection, when it touches this month. */
  readonly range: Range | null;
}

/** One month as a grid, weeks from Monday, with its count and its special days. The year handles pointer and keys. */
export const MonthGrid = memo(function MonthGrid({ year, month, days, counts, today, focus, range }: MonthProps) {
  const t = useT();
  const id = `month-${year}-${month}`;
  return (
    <section className="calendar-month" aria-labelledby={id}>
      <header>
        <h2 id={id}>{monthText(month)}</h2>
        <span className="tabular">{t('config.days.workdays', { count: counts.total })}</span>
      </header>
      <table role="grid" aria-labelledby={id} aria-multiselectable="true">
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekdayText(weekday, 'long')}>
                {weekdayText(weekday, 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week) => (
            <tr key={week.find((day) => day !== null)?.day}>
              {week.map((day, place) =>
                day === null ? (
                  <td key={`empty ${place}`} className="calendar-empty" />
                ) : (
                  <td
                    key={day.day}
                    className="calendar-day"
                    data-day={day.day}
                    data-type={day.type}
                    data-company={day.source === 'company' || undefined}
                    tabIndex={day.day === focus ? 0 : -1}
                    aria-selected={isIn(range, day.day)}
                    aria-current={day.day === today ? 'date' : undefined}
                    aria-label={spokenDay(day)}
                    title={day.name === '' ? undefined : day.name}
                  >
                    <span className="calendar-number tabular">{Number(day.day.slice(8))}</span>
                    <span className="calendar-mark" aria-hidden="true">
                      {markText(day.type)}
                    </span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="calendar-notes">
        {notesOf(days).map((note) => {
          const { days: when, what } = noteText(note);
          return (
            <li key={note.from} data-type={note.type}>
              <span className="tabular">{when}</span> {what}
            </li>
          );
        })}
      </ul>
    </section>
  );
});
