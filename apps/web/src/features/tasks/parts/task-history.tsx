import { useT } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import type { TaskInfo } from '../tasks.queries.ts';
import { linesOf } from './history-lines.ts';

/** The history, newest first. */
export function TaskHistory({ task }: { task: TaskInfo }) {
  const t = useT();
  return (
    <ol className="task-history">
      {linesOf(t, task)
        .toReversed()
        .map((line) => (
          <li key={line.key}>
            <span className="task-history-who">{line.who}</span> {line.what}{' '}
            <span className="task-fact-text">
              <DateText value={line.at} fact />
            </span>
            {line.comment !== '' && <p className="task-history-comment">{line.comment}</p>}
          </li>
        ))}
    </ol>
  );
}
