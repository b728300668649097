import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { plainFigure } from './figure-input.tsx';

dayjs.extend(customParseFormat);

/** A wire day ('YYYY-MM-DD') is all it knows: a form with it can be kept as a draft, and no clock moves the day. */
export interface DayPickerProps {
  readonly id?: string;
  readonly value?: string | null;
  /** Told the day, or what was typed and is none: the form says so at the field, and the text stays to be corrected. */
  readonly onChange?: (day: string | null) => void;
  readonly onBlur?: () => void;
  /** The first day that may be chosen, or `today`. */
  readonly from?: string;
  readonly width?: number | string;
}

const WIRE = 'YYYY-MM-DD';
/** The first day that calls take. */
const FIRST = dayjs('1900-01-01');
/** How days are typed and copied. Read when the field is left: given to the library, 2026-12-2 became 2026-12-02 before the 4 came. */
const TYPED = ['-', '/', '.'].flatMap((mark) => [`YYYY${mark}M${mark}D`, `YYYY${mark}MM${mark}DD`]);
TYPED.push('YYYYMMDD', 'YYYY\u5e74M\u6708D\u65e5', 'YYYY\u5e74MM\u6708DD\u65e5');

/** The one way to choose a day, in the reader's language and with weeks from Monday. */
export function DayPicker({ value, onChange, from, width = '100%', ...field }: DayPickerProps) {
  const [isOpen, setOpen] = useState(false);
  // A day before the first is grey among the days, but one that is typed is the form's to refuse: the library would empty the field.
  const [isTyped, setTyped] = useState(false);
  // While what was typed is no day, the field goes on from the day before it: another would take the text away.
  const [last, setLast] = useState(() => dayOf(value));
  const given = dayOf(value);
  if (!value && last !== null) setLast(null);
  else if (given !== null && !given.isSame(last, 'day')) setLast(given);
  // What the library cannot take it forgets, without a word.
  const takeTyped = (target: EventTarget) => {
    const typed = target instanceof HTMLInputElement ? target.value.trim() : '';
    const day = dayjs(plainFigure(typed), TYPED, true);
    const told = day.isValid() ? day.format(WIRE) : typed;
    if (told !== '' && told !== value) onChange?.(told);
  };
  // Enter takes the day that was typed, or opens the days; left to the browser it would send the form as well.
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key.length === 1) setTyped(true);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    takeTyped(event.target);
    if (!isOpen) setOpen(true);
  };
  const onLeave = ({ target }: FocusEvent<HTMLElement>) => {
    takeTyped(target);
    field.onBlur?.();
  };
  return (
    <DatePicker
      id={field.id}
      preserveInvalidOnBlur
      open={isOpen}
      onOpenChange={setOpen}
      onKeyDown={onKey}
      onFocus={() => setTyped(false)}
      onBlur={onLeave}
      value={given ?? last}
      onChange={(day: Dayjs | null) => onChange?.(day === null ? null : day.format(WIRE))}
      minDate={isTyped || from === undefined ? FIRST : from === 'today' ? dayjs() : dayjs(from)}
      maxDate={dayjs('2199-12-31')}
      style={{ width }}
    />
  );
}

function dayOf(wire: string | null | undefined): Dayjs | null {
  const day = wire ? dayjs(wire, WIRE, true) : null;
  return day?.isValid() === true ? day : null;
}
