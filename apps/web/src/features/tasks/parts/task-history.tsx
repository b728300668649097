import { useT, keyInData } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { decisionWords } from '../../processes/index.ts';
import type { TaskInfo } from '../tasks.queries.ts';

interface Line {
  readonly key: string;
  readonly at: string;
  readonly who: string;
  readonly what: string;
  readonly comment: string;
}

/** The history, newest first: actions on the task and decisions of its review in one list. */
export function TaskHistory({ task }: { task: TaskInfo }) {
  const t = useT();
  const own: Line[] = task.history.map((entry) => ({
    key: `t${entry.id}`,
    at: entry.at,
    who: entry.user?.name ?? t('tasks.history.system'),
    what: t(keyInData(`tasks.history.${entry.action}`), { target: entry.target?.name ?? '' }),
    comment: entry.comment,
  }));
  const review: Line[] = (task.process?.history ?? []).map((entry) => ({
    key: `p${entry.id}`,
    at: entry.at,
    who: entry.user?.name ?? t('tasks.history.system'),
    what: task.process === null ? '' : decisionWords(t, task.process, entry),
    comment: entry.comment,
  }));
  // The server gives the order (`timeline`) and removes entries that report the same fact twice.
  const byKey = new Map([...own, ...review].map((line) => [line.key, line]));
  const lines = task.timeline.toReversed().flatMap((key) => byKey.get(key) ?? []);
  return (
    <ol className="task-history">
      {lines.map((line) => (
        <li key={line.key}>
          <span className="task-history-who">{line.who}</span> {line.what}{' '}
          <span className="task-fact-text">
            <DateText value={line.at} />
          </span>
          {line.comment !== '' && <p className="task-history-comment">{line.comment}</p>}
        </li>
      ))}
    </ol>
  );
}
