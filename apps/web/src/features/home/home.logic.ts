interface Task {
  readonly title: string;
  readonly project_name: string;
}

interface Work {
  readonly reviews: readonly { readonly name: string; readonly project_name: string }[];
  readonly today: readonly Task[];
  readonly waiting: readonly Task[];
  readonly projects: readonly { readonly name: string }[];
}

/** The work whose name, or whose project's name, holds the word. */
export function workMatching<W extends Work>(work: W, word: string): Pick<W, keyof Work> {
  const wanted = word.trim().toLowerCase();
  const holds = (...names: readonly string[]): boolean => names.some((name) => name.toLowerCase().includes(wanted));
  return {
    reviews: work.reviews.filter(({ name, project_name }) => holds(name, project_name)),
    today: work.today.filter(({ title, project_name }) => holds(title, project_name)),
    waiting: work.waiting.filter(({ title, project_name }) => holds(title, project_name)),
    projects: work.projects.filter(({ name }) => holds(name)),
  };
}
