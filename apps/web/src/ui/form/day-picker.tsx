import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { readTyped, useTypedDate } from './typed-date.ts';

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

const read = (typed: string): string | null => readTyped(typed)?.format(WIRE) ?? null;

/** The only input of a day: in the user's language, with weeks from Monday. */
export function DayPicker({ value, onChange, from, width = '100%', ...field }: DayPickerProps) {
  const { picker, isTyped } = useTypedDate({ value, wire: WIRE, read, onChange, onBlur: field.onBlur });
  return (
    <DatePicker
      {...picker}
      id={field.id}
      // The calendar disables days before `from`. This does not apply while the user types: the library would clear the
      // field. The rule of the form reports a typed day that is too early.
      minDate={isTyped || from === undefined ? FIRST : from === 'today' ? dayjs() : dayjs(from)}
      maxDate={dayjs('2199-12-31')}
      style={{ width }}
    />
  );
}
