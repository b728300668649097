import { date, dateTime, relative } from '../lib/format.ts';
import { useT } from '../lib/i18n.ts';

/** A wire time: relative within seven days with the full one in the title, the date itself beyond. `exact` never is relative. */
export function DateText({ value, exact = false }: { value: string | null | undefined; exact?: boolean }) {
  useT(); // draws again in another language
  if (!value) return null;
  const full = value.length > 10 ? value : date(value);
  const plain = value.length > 10 ? dateTime(value) : date(value);
  return (
    <time className="tabular date-text" dateTime={value.replace(' ', 'T')} title={full}>
      {exact ? plain : relative(value)}
    </time>
  );
}
