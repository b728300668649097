import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  CALENDAR_YEARS,
  DAY_TYPES,
  workingDaySet,
  type Calendar,
  type DayType,
} from '@prdm/contract/config/working-days';
import { toWireDay } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/session/access.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { CalendarSheets } from '../parts/calendar-sheets.tsx';
import { WeekSetting } from '../parts/week-setting.tsx';
import { YearGrid } from '../parts/year-grid.tsx';
import { useCalendar } from '../working-days.queries.ts';
import { markText, typeText } from '../working-days.text.ts';
import '../parts/working-days.css';

/** The working-day calendar of a year. The year is in the address. */
export default function WorkingDayPage() {
  const t = useT();
  const may = useMay();
  const [query, setQuery] = useSearchParams();
  const [thisYear] = useState(() => Number(toWireDay(new Date()).slice(0, 4)));
  const year = yearIn(query.get('year')) ?? thisYear;
  const { data, error, refetch } = useCalendar(year);
  const mayChange = may(workingDaySet);
  const show = (next: number): void =>
    setQuery((before) => {
      const params = new URLSearchParams(before);
      if (next === thisYear) params.delete('year');
      else params.set('year', String(next));
      return params;
    });

  return (
    <div className="working-days">
      <div className="working-days-head">
        <nav className="year-switch" aria-label={t('config.days.year')}>
          <button
            type="button"
            className="button"
            aria-label={t('config.days.previousYear')}
            disabled={year <= CALENDAR_YEARS.first}
            onClick={() => show(year - 1)}
          >
            <Icon name="left" />
          </button>
          <h1 className="tabular" aria-live="polite">
            {t('config.days.yearTitle', { year })}
          </h1>
          <button
            type="button"
            className="button"
            aria-label={t('config.days.nextYear')}
            disabled={year >= CALENDAR_YEARS.last}
            onClick={() => show(year + 1)}
          >
            <Icon name="right" />
          </button>
          {year !== thisYear && (
            <button type="button" className="button button-quiet" onClick={() => show(thisYear)}>
              {t('config.days.thisYear')}
            </button>
          )}
        </nav>
        {data !== undefined && <YearCounts calendar={data} />}
        {data !== undefined && (
          <div className="working-days-end">
            <CalendarSheets year={data.year} />
            <WeekSetting key={data.version} calendar={data} mayChange={mayChange} />
          </div>
        )}
      </div>
      {data === undefined ? (
        <div className="working-days-body">
          {error === null ? <SkeletonLines lines={8} /> : <FailedState error={error} onRetry={() => void refetch()} />}
        </div>
      ) : (
        <div className="working-days-body">
          {!data.is_known && (
            <p className="calendar-banner" role="status">
              <Icon name="warning" />
              {t(mayChange ? 'config.days.unknownSet' : 'config.days.unknown', { year: data.year })}
            </p>
          )}
          <Legend mayChange={mayChange} />
          <YearGrid key={data.year} calendar={data} mayChange={mayChange} />
        </div>
      )}
    </div>
  );
}

const yearIn = (text: string | null): number | null => {
  const year = Number(text);
  return Number.isInteger(year) && year >= CALENDAR_YEARS.first && year <= CALENDAR_YEARS.last ? year : null;
};

function YearCounts({ calendar: { counts } }: { calendar: Calendar }) {
  const t = useT();
  return (
    <dl className="year-counts">
      <div>
        <dt>{t('config.days.total')}</dt>
        <dd className="tabular">{counts.total}</dd>
      </div>
      <div>
        <dt>{t('config.days.totals.holiday')}</dt>
        <dd className="tabular">{counts.holidays}</dd>
      </div>
      <div>
        <dt>{t('config.days.totals.restday')}</dt>
        <dd className="tabular">{counts.restdays}</dd>
      </div>
      <div>
        <dt>{t('config.days.totals.adjusted_workday')}</dt>
        <dd className="tabular">{counts.adjusted_workdays}</dd>
      </div>
    </dl>
  );
}

function Legend({ mayChange }: { mayChange: boolean }) {
  const t = useT();
  return (
    <div className="calendar-legend">
      <ul aria-label={t('config.days.legend')}>
        {DAY_TYPES.map((type: DayType) => (
          <li key={type}>
            <span className="day-swatch" data-type={type} aria-hidden="true">
              {markText(type)}
            </span>
            {typeText(type)}
          </li>
        ))}
        <li>
          <span className="day-swatch" data-type="workday" data-company="true" aria-hidden="true" />
          {t('config.days.company')}
        </li>
        <li>
          <span className="day-swatch" data-type="workday" data-today="true" aria-hidden="true" />
          {t('config.days.today')}
        </li>
      </ul>
      {mayChange && <p>{t('config.days.hint')}</p>}
    </div>
  );
}
