import { Select } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useT } from '../lib/i18n.ts';
import { Avatar } from './avatar.tsx';
import './people-picker.css';

export interface PersonOption {
  readonly id: number;
  readonly name: string;
  readonly thumb?: string | null;
  /** Department or position, to tell people of one name apart. */
  readonly hint?: string;
  /** Words to find the person by besides the name: pinyin, initials, last digits of the phone. */
  readonly words?: string;
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

/** Chooses one person or several; fits into a form's field. Who may be chosen is given by the page. */
export function PeoplePicker(props: Props) {
  const t = useT();
  const byId = useMemo(() => new Map(props.people.map((person) => [person.id, person])), [props.people]);
  const options = props.people.map((person) => ({ value: person.id, label: person.name, disabled: person.disabled }));
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
        onSearch: props.onSearch,
        filterOption:
          props.onSearch === undefined && ((word, option) => matches(byId.get(Number(option?.value)), word)),
      }}
      optionRender={({ value, label }) => lineOf(byId.get(Number(value)), label)}
    />
  );
}

const lineOf = (person: PersonOption | undefined, label: ReactNode): ReactNode =>
  person === undefined ? label : <PersonLine person={person} />;

function matches(person: PersonOption | undefined, word: string): boolean {
  if (person === undefined) return false;
  const wanted = word.trim().toLowerCase();
  return `${person.name} ${person.words ?? ''}`.toLowerCase().includes(wanted);
}

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
