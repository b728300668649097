import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { Input } from 'antd';
import { DAY_TYPES, type Calendar, type CalendarDay, type DayType } from '@prdm/contract/config/working-days';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { DayPicker } from '../../../ui/form/day-picker.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { asBefore, endOf, isIn, lengthOf, startOf, type Range } from '../working-days.logic.ts';
import { useSetDays } from '../working-days.queries.ts';
import { markText, rangeText, typeText } from '../working-days.text.ts';
import type { Place } from './place.ts';
import './day-panel.css';

const WIDTH = 328;
const GAP = 6;

/** The type and name of the selected days. A small dialog beside them, and a sheet at the bottom on a phone. */
export function DayPanel(props: {
  calendar: Calendar;
  range: Range;
  place: Place | null;
  onRange: (range: Range) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { calendar, range, onClose } = props;
  const days = calendar.days.filter(({ day }) => isIn(range, day));
  const [type, setType] = useState<DayType>(() => proposalFor(days));
  const [name, setName] = useState(() => commonName(days));
  const panel = useRef<HTMLFormElement>(null);
  const set = useSetDays();
  const field = useId();
  const isTooLong = name.trim().length > LIMITS.dayNameMax;

  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  const { place } = props;
  useLayoutEffect(() => {
    const element = panel.current;
    const container = element?.parentElement;
    if (!element || !container || place === null) return;
    const below = place.top + place.height + GAP;
    const above = place.top - element.offsetHeight - GAP;
    setAt({
      left: Math.max(0, Math.min(place.left + place.width / 2 - WIDTH / 2, container.offsetWidth - WIDTH)),
      top: below + element.offsetHeight > container.offsetHeight && above >= 0 ? above : below,
    });
  }, [place]);
  useEffect(() => {
    panel.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const element = panel.current;
    if (at === null || element === null) return;
    // The sheet of a phone hides the lower part of the page, so the day moves up.
    if (getComputedStyle(element).position === 'fixed')
      element.parentElement?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'start' });
    else element.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const write = async (next: { day: string; type?: DayType; name?: string }[], done: string): Promise<void> => {
    const before = asBefore(days);
    try {
      const { version } = await set.mutateAsync({ days: next, version: calendar.version });
      toast.success(done, { label: t('common.undo'), run: () => set.mutate({ days: before, version }) });
      onClose();
    } catch {
      // The mutation reports the refusal and reloads a stale calendar. The panel keeps the choice.
    }
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isTooLong || set.isPending) return;
    const text = t('config.days.set', { count: days.length, type: typeText(type) });
    void write(
      days.map(({ day }) => ({ day, type, name: name.trim() })),
      text,
    );
  };
  const isOwn = days.some(({ source }) => source === 'company');

  return (
    <form
      ref={panel}
      className="day-panel"
      role="dialog"
      aria-label={t('config.days.panel', { days: rangeText(range) })}
      style={at === null ? { visibility: 'hidden' } : { left: at.left, top: at.top }}
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h3>{rangeText(range)}</h3>
        <span className="tabular">{t('config.days.count', { count: lengthOf(range) })}</span>
        <button
          type="button"
          className="button button-quiet day-panel-close"
          aria-label={t('common.close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <p className="day-panel-usual">{usualText(t, days)}</p>
      <fieldset>
        <legend className="visually-hidden">{t('config.days.type')}</legend>
        {DAY_TYPES.map((each) => (
          <label key={each} className="day-type" data-type={each}>
            <input type="radio" name={field} checked={each === type} onChange={() => setType(each)} />
            <span className="day-swatch" data-type={each} aria-hidden="true">
              {markText(each)}
            </span>
            {typeText(each)}
          </label>
        ))}
      </fieldset>
      <label className="field-label" htmlFor={`${field}-name`}>
        {t('config.days.name')}
      </label>
      <Input
        id={`${field}-name`}
        value={name}
        placeholder={t('config.days.nameExample')}
        status={isTooLong ? 'error' : undefined}
        onChange={(event) => setName(event.target.value)}
        {...typedLength(LIMITS.dayNameMax)}
      />
      <label className="field-label" htmlFor={`${field}-to`}>
        {t('config.days.until')}
      </label>
      <DayPicker
        id={`${field}-to`}
        value={endOf(range)}
        from={startOf(range)}
        onChange={(day) => {
          if (day?.startsWith(`${calendar.year}-`) && day >= startOf(range))
            props.onRange({ anchor: startOf(range), head: day });
        }}
      />
      <footer>
        {isOwn && (
          <button
            type="button"
            className="button button-quiet"
            disabled={set.isPending}
            onClick={() =>
              void write(
                days.map(({ day }) => ({ day })),
                t('config.days.resetDone', { count: days.length }),
              )
            }
          >
            {t('config.days.reset')}
          </button>
        )}
        <button type="submit" className="button button-primary" disabled={isTooLong || set.isPending}>
          {t('common.save')}
        </button>
      </footer>
    </form>
  );
}

/** The most likely other type of a day. An own exception proposes itself. */
const OTHER: Record<DayType, DayType> = {
  workday: 'holiday',
  adjusted_workday: 'restday',
  restday: 'adjusted_workday',
  holiday: 'adjusted_workday',
};
const proposalFor = ([first]: readonly CalendarDay[]): DayType => {
  if (first === undefined) return 'holiday';
  return first.source === 'company' ? first.type : OTHER[first.type];
};

const commonName = (days: readonly CalendarDay[]): string => {
  const [first] = days;
  const isOne = days.every(({ name, source }) => source === 'company' && name === first?.name);
  return isOne ? (first?.name ?? '') : '';
};

/** The type of one day without the company: by law or by the week. Several days have no such line. */
function usualText(t: ReturnType<typeof useT>, days: readonly CalendarDay[]): string {
  const [day] = days;
  if (day === undefined || days.length > 1) return t('config.days.several');
  const { type, name } = day.usual ?? day;
  return t('config.days.usual', { what: name === '' ? typeText(type) : `${typeText(type)} · ${name}` });
}
