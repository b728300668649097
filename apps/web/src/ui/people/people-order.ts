import type { PersonOption } from './people-picker.tsx';

const asTyped = (word: string): string => word.trim().toLowerCase();

/** Whether a typed word is a part of the name or of the other words that find a person. */
export function matches(person: PersonOption | undefined, word: string): boolean {
  return person !== undefined && `${person.name} ${person.words ?? ''}`.toLowerCase().includes(asTyped(word));
}

/** 0: the word is the whole name or the initials. 1: oneself. 2: a member of the project. 3: everybody else. */
function rankOf(person: PersonOption, wanted: string, me: number | undefined): number {
  const isExact = [person.name, ...(person.exactly ?? [])].some((name) => name.toLowerCase() === wanted);
  if (wanted !== '' && isExact) return 0;
  if (person.id === me) return 1;
  return person.isMember === true ? 2 : 3;
}

/**
 * The order of people in a picker: whoever the word names exactly (`cw`: 陈伟 before 程文博), oneself, members of the project, everybody
 * else. Within a rank the given order stays.
 */
export function byNearness(word: string, me: number | undefined): (one: PersonOption, other: PersonOption) => number {
  const wanted = asTyped(word);
  return (one, other) => rankOf(one, wanted, me) - rankOf(other, wanted, me);
}
