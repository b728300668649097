const RECENT_SHOWN = 8;

interface RecentProject {
  readonly id: number;
  readonly name: string;
}

export interface SwitchRow {
  readonly id: number;
  readonly name: string;
  /** Item number. Empty for a recent project, which is stored without one. */
  readonly number: string;
}

export interface SwitchGroup {
  readonly key: 'recent' | 'others' | 'found' | 'nonProjects';
  readonly rows: readonly SwitchRow[];
}

interface Answer {
  readonly id: number;
  readonly name: string;
  readonly item_number: string;
}

interface NonProjectAnswer {
  readonly id: number;
  readonly name: string;
  readonly number: string;
}

const NON_PROJECTS_SHOWN = 5;

const rowOf = ({ id, name, item_number }: Answer): SwitchRow => ({ id, name, number: item_number });

/**
 * The rows of the switcher in groups. Without a word: recent projects, filled up with the newest ones of the server.
 * With a word: recent projects whose name contains it, then what the server found.
 * Non-projects have a group of their own, also those opened recently.
 * @param answer the list of the server, undefined until it arrives
 */
export function switchGroups(given: {
  word: string;
  recent: readonly RecentProject[];
  answer: readonly Answer[] | undefined;
  nonProjects?: readonly NonProjectAnswer[];
  currentId: number;
}): SwitchGroup[] {
  const { recent, answer = [], nonProjects = [], currentId } = given;
  const word = given.word.trim().toLowerCase();
  const apart = new Set(nonProjects.map(({ id }) => id));
  const shown = recent
    .filter(({ id }) => !apart.has(id))
    .filter(({ id, name }) => (word === '' ? id !== currentId : name.toLowerCase().includes(word)))
    .slice(0, RECENT_SHOWN);
  const others = answer.filter(({ id }) => shown.every((one) => one.id !== id));
  const rest = word === '' ? others.filter(({ id }) => id !== currentId).slice(0, RECENT_SHOWN - shown.length) : others;
  const groups: SwitchGroup[] = [
    { key: 'recent', rows: shown.map(({ id, name }) => ({ id, name, number: '' })) },
    { key: word === '' ? 'others' : 'found', rows: rest.map(rowOf) },
    {
      key: 'nonProjects',
      rows: nonProjects.filter(({ id }) => word !== '' || id !== currentId).slice(0, NON_PROJECTS_SHOWN),
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}
