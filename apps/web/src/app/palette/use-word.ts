import { useLayoutEffect, useRef, useState, type InputHTMLAttributes } from 'react';
import { takeEarly } from '../keys/overlay.ts';

/**
 * The field of the palette. `word` is the typed text without spaces around it. While an input method composes, the word stays what it
 * was, so that half of a syllable searches nothing.
 */
export function useWord() {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [word, setWord] = useState('');
  const composing = useRef(false);
  const take = (text: string) => {
    setTyped(text);
    if (!composing.current) setWord(text.trim());
  };
  useLayoutEffect(() => {
    const early = takeEarly();
    if (early !== '') {
      setTyped(early);
      setWord(early.trim());
    }
    input.current?.focus();
  }, []);
  const field: InputHTMLAttributes<HTMLInputElement> = {
    value: typed,
    onChange: (event) => take(event.target.value),
    onCompositionStart: () => {
      composing.current = true;
    },
    onCompositionEnd: (event) => {
      composing.current = false;
      take(event.currentTarget.value);
    },
  };
  return { word, input, field };
}
