import { useEffect, useState } from 'react';
import { find } from '@prdm/contract/home';
import { useApiQuery } from '../../lib/api/queries.ts';
import type { FindAnswer } from './found.ts';

/** A pause in typing, in ms. Shorter than the time between two reads of the screen. */
const PAUSE_MS = 90;
const LONGEST = 50;

export interface Finding {
  /** The last answer. It may belong to an older word. */
  readonly answer: FindAnswer | null;
  /** The answer belongs to the word. */
  readonly isFresh: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/** Asks the server for a word. The cache keys answers by word, so the answer of an older word never shows as that of a newer one. */
export function useFind(typed: string): Finding {
  const word = typed.slice(0, LONGEST);
  const asked = useSettled(word);
  const query = useApiQuery(find, { word: asked }, { enabled: asked !== '' });
  const isCurrent = asked === word && word !== '';
  const isFresh = isCurrent && query.isSuccess && !query.isPlaceholderData;
  // The rows of a former word stay while a word is changed. A word that is typed into the empty field begins without rows.
  const [hasFormer, setHasFormer] = useState(false);
  if (word === '' && hasFormer) setHasFormer(false);
  else if (isFresh && !hasFormer) setHasFormer(true);
  return {
    answer: word !== '' && (isFresh || hasFormer) ? (query.data ?? null) : null,
    isFresh,
    isFailed: isCurrent && query.isError && !query.isFetching,
    retry: () => void query.refetch(),
  };
}

/** The value after a pause without change. An empty value counts at once. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : settled;
}
