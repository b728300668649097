import { useState } from 'react';
import type { Calendar } from '@prdm/contract/config/working-days';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Popup } from '../../../ui/controls/popup.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { useSetWeek } from '../working-days.queries.ts';
import { weekdayText, weekText } from '../working-days.text.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The base week: its text for a reader, and a small dialog for those who may change it. */
export function WeekSetting({ calendar, mayChange }: { calendar: Calendar; mayChange: boolean }) {
  const t = useT();
  const text = t('config.days.week', { days: weekText(calendar.workdays) });
  if (!mayChange) return <span className="week-text">{text}</span>;
  return (
    <Popup
      label={text}
      kind="dialog"
      className="button"
      button={
        <>
          <span className="week-label">{t('config.days.weekLabel')}</span>
          {weekText(calendar.workdays)}
          <Icon name="down" />
        </>
      }
    >
      {({ close }) => <WeekForm calendar={calendar} onDone={close} />}
    </Popup>
  );
}

function WeekForm({ calendar, onDone }: { calendar: Calendar; onDone: () => void }) {
  const t = useT();
  const [days, setDays] = useState<ReadonlySet<number>>(() => new Set(calendar.workdays));
  const set = useSetWeek();
  const save = async (): Promise<void> => {
    const workdays = [...days].toSorted((a, b) => a - b);
    const before = calendar.workdays;
    try {
      const { version } = await set.mutateAsync({ workdays, version: calendar.version });
      toast.success(t('config.days.weekSet', { days: weekText(workdays) }), {
        label: t('common.undo'),
        run: () => set.mutate({ workdays: before, version }),
      });
      onDone();
    } catch {
      // The mutation reports the refusal and reloads a stale calendar.
    }
  };
  return (
    <form
      className="week-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>{t('config.days.weekText')}</p>
      <fieldset>
        <legend className="visually-hidden">{t('config.days.weekLabel')}</legend>
        {WEEKDAYS.map((weekday) => (
          <label key={weekday}>
            <input type="checkbox" checked={days.has(weekday)} onChange={() => setDays(toggled(days, weekday))} />
            {weekdayText(weekday, 'long')}
          </label>
        ))}
      </fieldset>
      <footer>
        <button type="submit" className="button button-primary" disabled={days.size === 0 || set.isPending}>
          {t('common.save')}
        </button>
      </footer>
    </form>
  );
}

function toggled(days: ReadonlySet<number>, day: number): ReadonlySet<number> {
  const next = new Set(days);
  if (!next.delete(day)) next.add(day);
  return next;
}
