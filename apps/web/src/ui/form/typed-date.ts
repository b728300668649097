import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { plainFigure } from './figure-input.tsx';

dayjs.extend(customParseFormat);

/**
 * Formats of typed and pasted days, applied on blur. The library would apply them on every key: 2026-12-2 becomes
 * 2026-12-02 before the user types the 4 of 24.
 */
const TYPED = ['-', '/', '.'].flatMap((mark) => [`YYYY${mark}M${mark}D`, `YYYY${mark}MM${mark}DD`]);
TYPED.push('YYYYMMDD', 'YYYY\u5e74M\u6708D\u65e5', 'YYYY\u5e74MM\u6708DD\u65e5');

/** A typed day with one of these formats behind it, or null. `behind` is '' for a day alone. */
export function readTyped(typed: string, behind: readonly string[] = ['']): Dayjs | null {
  const formats = TYPED.flatMap((day) => behind.map((time) => day + time));
  const found = dayjs(plainFigure(typed), formats, true);
  return found.isValid() ? found : null;
}

/** A wire text as a day or a moment. Null for another text. */
export function storedDate(text: string | null | undefined, wire: string): Dayjs | null {
  const found = text ? dayjs(text, wire, true) : null;
  return found?.isValid() === true ? found : null;
}

/**
 * Props of a date input that reports typed text on blur and on Enter. Text that is no date arrives as typed and stays in
 * the field, and the rule of the form reports it. The library alone would drop such text without a message.
 */
export function useTypedDate(given: {
  value?: string | null;
  /** Format of the value in a call. */
  wire: string;
  /** The wire text of typed text, or null. */
  read: (typed: string) => string | null;
  onChange?: (date: string | null) => void;
  onBlur?: () => void;
}) {
  const { value, wire, read, onChange } = given;
  const [isOpen, setOpen] = useState(false);
  const [isTyped, setTyped] = useState(false);
  // While the typed text is no date, the picker keeps its last valid one. Another value would remove the text.
  const [last, setLast] = useState(() => storedDate(value, wire));
  const present = storedDate(value, wire);
  if (!value && last !== null) setLast(null);
  else if (present !== null && !present.isSame(last)) setLast(present);
  // The library does not report text that it cannot parse.
  const takeTyped = (target: EventTarget) => {
    const typed = target instanceof HTMLInputElement ? target.value.trim() : '';
    const told = read(typed) ?? typed;
    if (told !== '' && told !== value) onChange?.(told);
  };
  return {
    isTyped,
    picker: {
      preserveInvalidOnBlur: true,
      open: isOpen,
      onOpenChange: setOpen,
      // Enter accepts the typed date or opens the calendar. By default the browser would also submit the form.
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key.length === 1) setTyped(true);
        if (event.key !== 'Enter') return;
        event.preventDefault();
        takeTyped(event.target);
        if (!isOpen) setOpen(true);
      },
      onFocus: () => setTyped(false),
      onBlur: ({ target }: FocusEvent<HTMLElement>) => {
        takeTyped(target);
        given.onBlur?.();
      },
      value: present ?? last,
      onChange: (date: Dayjs | null) => onChange?.(date === null ? null : date.format(wire)),
    },
  };
}
