import { useQuery } from '@tanstack/react-query';
import { createContext, use, useRef, useState, useEffect, type ReactNode } from 'react';
import { COUNTED_PROJECTS_MAX, statistics, type ProjectFigures } from '@prdm/contract/tasks/statistics';
import { call } from '../../../../lib/api/call.ts';
import { useT } from '../../../../lib/i18n.ts';
import { useLive } from '../../../../lib/api/live.ts';
import { keyOf } from '../../../../lib/api/queries.ts';
import { DoneBar, StateMark } from './project-bar.tsx';

interface Known {
  readonly figures: ReadonlyMap<number, ProjectFigures>;
  readonly error: Error | null;
}
const KnownFigures = createContext<Known>({ figures: new Map(), error: null });

const AGAIN_MS = 1000;

/** A number that grows one second after tasks change. Several changes within that second count once. */
function useTaskChanges(): number {
  const [changes, setChanges] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  useLive('task', () => {
    if (timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      setChanges((before) => before + 1);
    }, AGAIN_MS);
  });
  return changes;
}

async function figuresOf(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, ProjectFigures>> {
  const pieces: number[][] = [];
  for (let at = 0; at < ids.length; at += COUNTED_PROJECTS_MAX) pieces.push(ids.slice(at, at + COUNTED_PROJECTS_MAX));
  const answers = await Promise.all(pieces.map((project_ids) => call(statistics, { project_ids }, { signal })));
  return new Map(answers.flatMap(({ list }) => list.map((row) => [row.project_id, row] as const)));
}

/**
 * Loads the figures of all rows of a list. `askedAt` is the time at which the rows arrived. The request runs only for
 * new rows or changed tasks, never as a background refetch. A project may have become closed since, and the refusal
 * would leave the list.
 */
export function ProjectsProgress(props: { ids: readonly number[]; askedAt: number; children: ReactNode }) {
  const { ids, askedAt } = props;
  const changes = useTaskChanges();
  const { data, error } = useQuery({
    queryKey: [...keyOf(statistics), ids, askedAt, changes],
    queryFn: ({ signal }) => figuresOf(ids, signal),
    enabled: ids.length > 0,
    staleTime: 'static',
  });
  return <KnownFigures value={{ figures: data ?? new Map(), error }}>{props.children}</KnownFigures>;
}

/** Progress of one project of the list, with its number of overdue tasks. */
export function ProjectProgress({ id }: { id: number }) {
  const t = useT();
  const { figures, error } = use(KnownFigures);
  const known = figures.get(id);
  if (known === undefined) return error === null ? null : <span title={error.message}>—</span>;
  if (known.total === 0) return <span className="list-progress-none">{t('projects.work.none')}</span>;
  return (
    <span className="list-progress">
      <DoneBar finished={known.finished} total={known.total} />
      <StateMark state="overdue" n={known.overdue} />
    </span>
  );
}
