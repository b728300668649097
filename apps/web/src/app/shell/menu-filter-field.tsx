import { useEffect, useRef, type KeyboardEvent } from 'react';
import { isOverlaid, isTyping } from '../../lib/keys.ts';
import { useT } from '../../lib/i18n.ts';
import { Icon } from '../../ui/look/icon.tsx';

/**
 * The field above the administration menu. The key / focuses it. On a page with a search of its own the first / goes
 * there, and the second one, in the empty search, comes here.
 */
export function MenuFilterField(props: {
  word: string;
  onWord: (word: string) => void;
  /** Moves the focus to the first entry. */
  onDown: () => void;
  /** Opens the first entry. */
  onEnter: () => void;
}) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || isOverlaid()) return;
      const search = document.querySelector<HTMLInputElement>('main .search-field input');
      const isInEmptySearch = event.target === search && search?.value === '';
      if (!isInEmptySearch && (search !== null || isTyping(event))) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && props.word === '') field.current?.blur();
    else if (event.key === 'Escape') props.onWord('');
    else if (event.key === 'ArrowDown') props.onDown();
    else if (event.key === 'Enter' && props.word.trim() !== '') props.onEnter();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const label = t('shell.menuFilter.label');
  return (
    <span className="side-filter">
      <Icon name="search" size={14} />
      <input
        ref={field}
        type="text"
        aria-label={label}
        placeholder={label}
        value={props.word}
        onChange={(event) => props.onWord(event.target.value)}
        onKeyDown={onKey}
      />
    </span>
  );
}
