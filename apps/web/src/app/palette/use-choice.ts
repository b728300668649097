import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { isCertain, rowAfter, type Row } from './rows.ts';

interface Choice {
  /** The row that Enter opens. */
  readonly active: Row | undefined;
  readonly choose: (row: Row) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/**
 * The active row and the keys. The best match is active until the reader moves. When Enter comes before the answer, the best row of the
 * answer opens, not a row of an older word.
 */
export function useChoice(
  rows: readonly Row[],
  { word, isFresh, isWaiting }: { word: string; isFresh: boolean; isWaiting: boolean },
  { onOpen, onShow }: { onOpen: (row: Row, inNewTab: boolean) => void; onShow: (row: Row) => void },
): Choice {
  // Both count for the word that they were made for. With a new word the best match is active again.
  const [chosen, setChosen] = useState({ word, id: '' });
  const [wanted, setWanted] = useState<{ word: string; inNewTab: boolean } | null>(null);
  const active = (chosen.word === word ? rows.find(({ id }) => id === chosen.id) : undefined) ?? rows[0];
  const openBest = useEffectEvent(() => {
    setWanted(null);
    if (active !== undefined && isFresh) onOpen(active, wanted?.inNewTab === true);
  });
  const isDue = wanted?.word === word && !isWaiting;
  useEffect(() => {
    if (isDue) openBest();
  }, [isDue]);
  const enter = (inNewTab: boolean) => {
    if (active !== undefined && isCertain(active, word, isFresh || !isWaiting)) onOpen(active, inNewTab);
    else if (isWaiting) setWanted({ word, inNewTab });
  };
  const choose = ({ id }: Row) => setChosen({ word, id });
  const move = (key: string) => {
    const next = rowAfter(rows, active === undefined ? -1 : rows.indexOf(active), key);
    if (next === undefined) return false;
    choose(next);
    setWanted(null);
    onShow(next);
    return true;
  };
  const onKey = (event: KeyboardEvent) => {
    // Enter takes the text of an input method. Some browsers mark that key only by the code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const { key, shiftKey } = event;
    if (key === 'Enter') {
      if (!event.repeat) enter(event.ctrlKey || event.metaKey);
    } else if (key === 'Tab') move(shiftKey ? 'ArrowUp' : 'ArrowDown');
    else if (shiftKey || !move(key)) return;
    event.preventDefault();
  };
  return { active, choose, onKey };
}
