import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isOverlaid, isTyping } from '../../lib/keys.ts';
import { useT } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';
import './search-field.css';

const TYPING_PAUSE_MS = 250;

/** A word to narrow what is below, told when typing pauses and never in the middle of a Chinese syllable; / leads here. */
export function SearchField(props: {
  placeholder: string;
  /** What counts now; when it changes by other means (back, clear filters) the field follows. */
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
  // Letters that an input method leaves as they were are typed before it ends, and change nothing when it does.
  const [ended, setEnded] = useState(0);
  const settle = useEffectEvent((value: string) => {
    if (!composing.current && value.trim() !== props.word) onWord(value.trim());
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, ended]);
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
