import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { byNearness, matches } from '../../ui/people/people-order.ts';
import type { PersonOption } from '../../ui/people/people-picker.tsx';
import { mentionAt, withMention } from './comments.logic.ts';

const SHOWN = 8;

export type Mention = ReturnType<typeof useMention>;

/** The list of people behind an @. Arrow keys move in it, Enter and Tab choose, Esc closes it. */
export function useMention(given: {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly readers: readonly PersonOption[];
  readonly onChoose: (text: string, person: { id: number; name: string }) => void;
}) {
  const listId = useId();
  const me = useSession((state) => state.me?.id);
  const [at, setAt] = useState<{ readonly from: number; readonly word: string } | null>(null);
  const [marked, setMarked] = useState(0);
  const found =
    at === null
      ? []
      : given.readers
          .filter((person) => person.id !== me && matches(person, at.word))
          .toSorted(byNearness(at.word, me))
          .slice(0, SHOWN);
  const index = Math.min(marked, Math.max(0, found.length - 1));
  const isOpen = at !== null && (found.length > 0 || at.word === '');
  const close = () => setAt(null);
  const choose = (person: PersonOption) => {
    if (at === null) return;
    const { text, caret } = withMention(given.text, at, person.name);
    given.onChoose(text, { id: person.id, name: person.name });
    close();
    // The new value reaches the field with the next frame. The caret of the old value would jump to the end.
    requestAnimationFrame(() => given.field.current?.setSelectionRange(caret, caret));
  };
  return {
    listId,
    isOpen,
    people: found,
    index,
    activeId: isOpen && found.length > 0 ? `${listId}-${index}` : undefined,
    close,
    choose,
    onCaret(field: HTMLTextAreaElement) {
      setAt(mentionAt(field.value, field.selectionStart));
      setMarked(0);
    },
    /** True when the list used the key. */
    onKey(event: KeyboardEvent): boolean {
      // An input method uses the same keys while it composes.
      if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false;
      const person = found[index];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && found.length > 0) setMarked((index + step + found.length) % found.length);
      else if (event.key === 'Escape') close();
      else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
