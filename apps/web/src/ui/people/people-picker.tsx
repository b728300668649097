import { useMemo, useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session/session.ts';
import { Avatar } from './avatar.tsx';
import { byNearness, matches } from './people-order.ts';
import { Select } from '../controls/select.tsx';
import './people-picker.css';

export interface PersonOption {
  readonly id: number;
  readonly name: string;
  readonly thumb?: string | null;
  /** Department or position, to tell people of one name apart. */
  readonly hint?: string;
  /** Words to find the person by besides the name: pinyin, initials, last digits of the phone. */
  readonly words?: string;
  /** Words that name exactly this person when they are typed whole: the initials, the full pinyin. The name is one by itself. */
  readonly exactly?: readonly string[];
  /** A member of the project that the choice is made for: stands before everybody else. */
  readonly isMember?: boolean;
  readonly disabled?: boolean;
}

interface Common {
  readonly people: readonly PersonOption[];
  readonly loading?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** Asks the server for people; without it the given ones are searched. */
  readonly onSearch?: (word: string) => void;
  readonly id?: string;
  /** A form checks its field when it is left. */
  readonly onBlur?: () => void;
  readonly 'aria-label'?: string;
}

type Props =
  | (Common & { multiple: true; value?: readonly number[]; onChange?: (ids: number[]) => void })
  | (Common & { multiple?: false; value?: number | null; onChange?: (id: number | null) => void });

/**
 * Chooses one person or several; fits into a form's field. The page gives the people that may be chosen. They stand in the order of
 * `byNearness`, so that Enter takes the person whose name or initials were typed.
 */
export function PeoplePicker(props: Props) {
  const t = useT();
  const byId = useMemo(() => new Map(props.people.map((person) => [person.id, person])), [props.people]);
  const [word, setWord] = useState('');
  const me = useSession((session) => session.me?.id);
  const options = useMemo(
    () =>
      props.people
        .toSorted(byNearness(word, me))
        .map((person) => ({ value: person.id, label: person.name, disabled: person.disabled })),
    [props.people, word, me],
  );
  const change = (value: number | number[] | null | undefined) => {
    if (props.multiple === true) props.onChange?.(Array.isArray(value) ? value : []);
    else props.onChange?.(typeof value === 'number' ? value : null);
  };
  return (
    <Select<number | number[] | null>
      id={props.id}
      // In a form's field the label names it.
      aria-label={props['aria-label'] ?? (props.id === undefined ? t('common.people.choose') : undefined)}
      mode={props.multiple === true ? 'multiple' : undefined}
      value={props.value === undefined ? undefined : ((props.value ?? undefined) as number | number[] | undefined)}
      onChange={change}
      onBlur={props.onBlur}
      options={options}
      loading={props.loading}
      disabled={props.disabled}
      allowClear
      placeholder={props.placeholder ?? t('common.people.search')}
      notFoundContent={t('common.people.noMatch')}
      style={{ width: '100%' }}
      showSearch={{
        onSearch: (typed) => {
          setWord(typed);
          props.onSearch?.(typed);
        },
        filterOption:
          props.onSearch === undefined && ((typed, option) => matches(byId.get(Number(option?.value)), typed)),
      }}
      optionRender={({ value, label }) => lineOf(byId.get(Number(value)), label)}
    />
  );
}

const lineOf = (person: PersonOption | undefined, label: ReactNode): ReactNode =>
  person === undefined ? label : <PersonLine person={person} />;

/** Picture, name and what tells people of one name apart. */
export function PersonLine({ person }: { person: Pick<PersonOption, 'id' | 'name' | 'thumb' | 'hint'> }) {
  return (
    <span className="person-line">
      <Avatar id={person.id} name={person.name} thumb={person.thumb} size={22} />
      <span className="ellipsis">{person.name}</span>
      {person.hint && <span className="person-hint ellipsis">{person.hint}</span>}
    </span>
  );
}
