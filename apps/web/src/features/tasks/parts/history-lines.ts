import { keyInData, type useT } from '../../../lib/i18n.ts';
import { actorName, decisionWords } from '../../processes/index.ts';
import type { TaskInfo } from '../tasks.queries.ts';

export interface HistoryLine {
  readonly key: string;
  readonly at: string;
  readonly who: string;
  readonly what: string;
  readonly comment: string;
}

/** The history, oldest first: actions on the task and decisions of its review in one list. */
export function linesOf(t: ReturnType<typeof useT>, task: TaskInfo): HistoryLine[] {
  const own: HistoryLine[] = task.history.map((entry) => ({
    key: `t${entry.id}`,
    at: entry.at,
    who: entry.user?.name ?? t('tasks.history.system'),
    what: t(keyInData(`tasks.history.${entry.action}`), { target: entry.target?.name ?? '' }),
    comment: entry.comment ?? '',
  }));
  const review: HistoryLine[] = (task.process?.history ?? []).map((entry) => ({
    key: `p${entry.id}`,
    at: entry.at,
    who: actorName(t, entry) ?? t('tasks.history.system'),
    what: task.process === null ? '' : decisionWords(t, task.process, entry),
    comment: entry.comment ?? '',
  }));
  // The server gives the order (`timeline`) and removes entries that report the same fact twice.
  const byKey = new Map([...own, ...review].map((line) => [line.key, line]));
  return task.timeline.flatMap((key) => byKey.get(key) ?? []);
}
