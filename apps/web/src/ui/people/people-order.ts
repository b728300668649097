import type { PersonOption } from './people-picker.tsx';

const asTyped = (word: string): string => word.trim().toLowerCase();

/** Whether the typed word is part of the person's name or search words. */
export function matches(person: PersonOption | undefined, word: string): boolean {
  return person !== undefined && `${person.name} ${person.words ?? ''}`.toLowerCase().includes(asTyped(word));
}

/**
 * 0: the word is the whole name, the initials or the pinyin. 1: the user. 2: a member of the project. 3: anybody else.
 */
function rankOf(person: PersonOption, wanted: string, me: number | undefined): number {
  const isExact = [person.name, ...(person.exactly ?? [])].some((name) => name.toLowerCase() === wanted);
  if (wanted !== '' && isExact) return 0;
  if (person.id === me) return 1;
  return person.isMember === true ? 2 : 3;
}

/**
 * Comparator for people in a picker. An exact match comes first (`cw`: 陈伟 before 程文博), then the user, then members of
 * the project. Within a rank, the given order stays.
 */
export function byNearness(word: string, me: number | undefined): (one: PersonOption, other: PersonOption) => number {
  const wanted = asTyped(word);
  return (one, other) => rankOf(one, wanted, me) - rankOf(other, wanted, me);
}
