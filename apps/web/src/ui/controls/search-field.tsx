import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useActions, type Action } from '../../lib/keys/actions.ts';
import { isOverlaid, isTyping } from '../../lib/keys.ts';
import { useT } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';
import './search-field.css';

const TYPING_PAUSE_MS = 250;
const SEARCHING: readonly Action[] = [{ key: '/', label: 'palette.keys.search' }];

/**
 * A search field for the list below it. It reports the word after a typing
 * pause, never while an input method composes. The key / focuses it.
 */
export function SearchField(props: {
  placeholder: string;
  /** The current word. When it changes elsewhere (back, clear filters), the field follows. */
  word: string;
  onWord: (word: string) => void;
}) {
  const t = useT();
  const { placeholder, onWord } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(props.word);
  const [word, setWord] = useState(props.word);
  if (word !== props.word) {
    setWord(props.word);
    setTyped(props.word);
  }
  const composing = useRef(false);
  // An input method can end without changing the text. The counter restarts the pause, so the word is still reported.
  const [ended, setEnded] = useState(0);
  const settle = useEffectEvent((value: string) => {
    if (!composing.current && value.trim() !== props.word) onWord(value.trim());
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, ended]);
  useActions(SEARCHING, 'list');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event) || isOverlaid()) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <span className="search-field">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          setTyped(event.currentTarget.value);
          setEnded(ended + 1);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') field.current?.blur();
        }}
      />
      {typed === '' ? (
        <kbd aria-hidden="true">/</kbd>
      ) : (
        <button type="button" aria-label={t('common.clear')} onClick={() => setTyped('')}>
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
