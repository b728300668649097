import { useT } from '../../../lib/i18n.ts';
import { PersonLine } from '../../../ui/people/people-picker.tsx';
import type { Mention } from '../use-mention.ts';

/** The people behind an @, below the field. The focus stays in the field. */
export function MentionMenu({ mention }: { mention: Mention }) {
  const t = useT();
  if (!mention.isOpen) return null;
  return (
    <ul className="mention-menu" role="listbox" id={mention.listId} aria-label={t('comments.mention')}>
      {mention.people.length === 0 && <li className="mention-none">{t('comments.noReader')}</li>}
      {mention.people.map((person, index) => (
        <li
          key={person.id}
          id={`${mention.listId}-${index}`}
          role="option"
          aria-selected={index === mention.index}
          className="mention-option"
          // The press must not take the focus, because losing it closes the list before the click.
          onMouseDown={(event) => {
            event.preventDefault();
            mention.choose(person);
          }}
        >
          <PersonLine person={person} />
        </li>
      ))}
    </ul>
  );
}
