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
  /** Department or position, to distinguish people with the same name. */
  readonly hint?: string;
  /** Search words besides the name: pinyin, initials, last digits of the phone number. */
  readonly words?: string;
  /** Words that count as an exact match: the initials, the full pinyin. The name always counts. */
  readonly exactly?: readonly string[];
  /** A member of the project of this choice. Members come before other people. */
  readonly isMember?: boolean;
  readonly disabled?: boolean;
}

interface Common {
  readonly people: readonly PersonOption[];
  readonly loading?: boolean;
  /** Takes the focus with an open list. */
  readonly startOpen?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** Queries the server for people. Without it, the picker searches the given people. */
  readonly onSearch?: (word: string) => void;
  readonly id?: string;
  /** A form validates its field on blur. */
  readonly onBlur?: () => void;
  readonly 'aria-label'?: string;
}

type Props =
  | (Common & { multiple: true; value?: readonly number[]; onChange?: (ids: number[]) => void })
  | (Common & { multiple?: false; value?: number | null; onChange?: (id: number | null) => void });

/**
 * Chooses one person or several. It works as a form field. The page passes the people that the user may choose.
 * The order is `byNearness`, so Enter takes the person whose name or initials match exactly.
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
      // In a form field, the label of the field is the accessible name.
      aria-label={props['aria-label'] ?? (props.id === undefined ? t('common.people.choose') : undefined)}
      mode={props.multiple === true ? 'multiple' : undefined}
      value={props.value === undefined ? undefined : ((props.value ?? undefined) as number | number[] | undefined)}
      onChange={change}
      onBlur={props.onBlur}
      startOpen={props.startOpen}
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

/** Picture, name and the hint that distinguishes people with the same name. */
export function PersonLine({ person }: { person: Pick<PersonOption, 'id' | 'name' | 'thumb' | 'hint'> }) {
  return (
    <span className="person-line">
      <Avatar id={person.id} name={person.name} thumb={person.thumb} size={22} />
      <span className="ellipsis">{person.name}</span>
      {person.hint && <span className="person-hint ellipsis">{person.hint}</span>}
    </span>
  );
}
