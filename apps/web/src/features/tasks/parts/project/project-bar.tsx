import { number } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { STATUS } from '../../../../ui/feedback/status.ts';
import './project-bar.css';

/** Finished and total number of tasks, with a thin bar. */
export function DoneBar({ finished, total }: { finished: number; total: number }) {
  const t = useT();
  const share = total === 0 ? 0 : finished / total;
  return (
    <span className="done-bar" title={t('projects.work.doneOf', { finished: number(finished), total: number(total) })}>
      <span className="done-bar-figures tabular">
        {number(finished)}/{number(total)}
      </span>
      <span className="done-bar-line" aria-hidden="true">
        <span data-whole={share === 1} style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}

/** Number of tasks in a state that needs attention, with the sign of the state. Zero shows nothing. */
export function StateMark({ state, n }: { state: 'overdue' | 'under_review'; n: number }) {
  const t = useT();
  if (n === 0) return null;
  const { tone, mark } = STATUS[state];
  return (
    <span className="state-mark tabular" data-tone={tone} title={t(`projects.work.marked.${state}`, { n: number(n) })}>
      <span aria-hidden="true">{mark}</span>
      <span className="visually-hidden">{t(`status.${state}`)}</span>
      {number(n)}
    </span>
  );
}
