import { date, dateTime, relative } from '../lib/format.ts';
import { useT } from '../lib/i18n.ts';

/**
 * Shows a wire time. In lists it is a relative word within seven days, with the full time as title, and the full time
 * beyond. `exact`: the full time. `fact`: the full time and the word beside it, for facts and histories (LI-015).
 */
export function DateText(props: { value: string | null | undefined; exact?: boolean; fact?: boolean }) {
  useT(); // redraws on a language change
  const { value, exact = false, fact = false } = props;
  if (!value) return null;
  const full = value.length > 10 ? dateTime(value) : date(value);
  const word = relative(value);
  return (
    <>
      <time className="tabular date-text" dateTime={value.replace(' ', 'T')} title={full}>
        {exact || fact ? full : word}
      </time>
      {fact && word !== full && <span className="date-word">{word}</span>}
    </>
  );
}
