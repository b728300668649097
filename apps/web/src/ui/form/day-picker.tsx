import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState, type KeyboardEvent } from 'react';

/** A wire day ('YYYY-MM-DD') is all it knows: a form with it can be kept as a draft, and no clock moves the day. */
export interface DayPickerProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (day: string | null) => void;
  readonly onBlur?: () => void;
  /** The first day that may be chosen, or `today`. */
  readonly from?: string;
  readonly width?: number | string;
}

/** The one way to choose a day, in the reader's language and with weeks from Monday. */
export function DayPicker({ value, onChange, from = '1900-01-01', width = '100%', ...field }: DayPickerProps) {
  const [isOpen, setOpen] = useState(false);
  // Enter takes the day that was typed, or opens the days; left to the browser it would send the form as well.
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isOpen) setOpen(true);
  };
  return (
    <DatePicker
      {...field}
      open={isOpen}
      onOpenChange={setOpen}
      onKeyDown={onEnter}
      value={dayOf(value)}
      onChange={(day: Dayjs | null) => onChange?.(day === null ? null : day.format('YYYY-MM-DD'))}
      minDate={from === 'today' ? dayjs() : dayjs(from)}
      maxDate={dayjs('2199-12-31')}
      style={{ width }}
    />
  );
}

function dayOf(wire: string | null | undefined): Dayjs | null {
  const day = wire ? dayjs(wire.slice(0, 10)) : null;
  return day?.isValid() === true ? day : null;
}
