import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { plainFigure } from './figure-input.tsx';

dayjs.extend(customParseFormat);

/** The value is a wire day ('YYYY-MM-DD'). A draft can store it, and no time zone moves it. */
export interface DayPickerProps {
  readonly id?: string;
  readonly value?: string | null;
  /**
   * Receives the day. Text that is no day arrives as typed. It stays in the field, and the rule of the form reports it.
   */
  readonly onChange?: (day: string | null) => void;
  readonly onBlur?: () => void;
  /** The first day that the calendar offers, or `today`. */
  readonly from?: string;
  readonly width?: number | string;
}

const WIRE = 'YYYY-MM-DD';
/** The first day that calls accept. */
const FIRST = dayjs('1900-01-01');
/**
 * Formats of typed and pasted days, applied on blur. The library would apply them on every key: 2026-12-2 becomes
 * 2026-12-02 before the user types the 4 of 24.
 */
const TYPED = ['-', '/', '.'].flatMap((mark) => [`YYYY${mark}M${mark}D`, `YYYY${mark}MM${mark}DD`]);
TYPED.push('YYYYMMDD', 'YYYY\u5e74M\u6708D\u65e5', 'YYYY\u5e74MM\u6708DD\u65e5');

/** The only date input: in the user's language, with weeks from Monday. */
export function DayPicker({ value, onChange, from, width = '100%', ...field }: DayPickerProps) {
  const [isOpen, setOpen] = useState(false);
  // The calendar disables days before `from`. This does not apply while the user types: the library would clear the
  // field. The rule of the form reports a typed day that is too early.
  const [isTyped, setTyped] = useState(false);
  // While the typed text is no day, the picker keeps its last valid day. Another value would remove the text.
  const [last, setLast] = useState(() => dayOf(value));
  const given = dayOf(value);
  if (!value && last !== null) setLast(null);
  else if (given !== null && !given.isSame(last, 'day')) setLast(given);
  // The library does not report text that it cannot parse.
  const takeTyped = (target: EventTarget) => {
    const typed = target instanceof HTMLInputElement ? target.value.trim() : '';
    const day = dayjs(plainFigure(typed), TYPED, true);
    const told = day.isValid() ? day.format(WIRE) : typed;
    if (told !== '' && told !== value) onChange?.(told);
  };
  // Enter accepts the typed day or opens the calendar. By default the browser would also submit the form.
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
