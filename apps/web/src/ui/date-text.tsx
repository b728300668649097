import { date, dateTime, relative } from '../lib/format.ts';
import { useT } from '../lib/i18n.ts';

/**
 * Shows a wire time. It is relative within seven days, with the full
 * time as title, and a date beyond. With `exact` it is never relative.
 */
export function DateText({ value, exact = false }: { value: string | null | undefined; exact?: boolean }) {
  useT(); // redraws on a language change
  if (!value) return null;
  const full = value.length > 10 ? value : date(value);
  const plain = value.length > 10 ? dateTime(value) : date(value);
  return (
    <time className="tabular date-text" dateTime={value.replace(' ', 'T')} title={full}>
      {exact ? plain : relative(value)}
    </time>
  );
}
