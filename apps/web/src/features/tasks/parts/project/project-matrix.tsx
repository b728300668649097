import { Link } from 'react-router';
import { standardName, useT } from '../../../../lib/i18n.ts';
import { StatusChip } from '../../../../ui/feedback/status-chip.tsx';
import { DoneBar, StateMark } from './project-bar.tsx';
import { listPath, type ListInput } from './project-links.ts';
import { stateOf, type Figures, type Matrix } from './project-matrix.logic.ts';

/** Progress by discipline and stage. Each cell links to its tasks. */
export function ProjectMatrix({ projectId, matrix }: { projectId: number; matrix: Matrix }) {
  const t = useT();
  return (
    <section className="work-panel work-matrix" aria-label={t('projects.work.matrix')}>
      <h2>{t('projects.work.matrix')}</h2>
      {/* The region scrolls sideways. The tab index lets the keyboard scroll it. */}
      <div className="work-matrix-scroll" role="region" tabIndex={0} aria-label={t('projects.work.matrix')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('config.kind.profession')}</th>
              {matrix.stages.map((stage) => (
                <th key={stage.id} scope="col">
                  {standardName('stage', stage.name)}
                </th>
              ))}
              <th scope="col">{t('projects.work.all')}</th>
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ profession, cells, all }) => (
              <tr key={profession?.id ?? 0}>
                <th scope="row">
                  {profession === null ? t('projects.work.noProfession') : standardName('profession', profession.name)}
                </th>
                {cells.map((figures, at) => {
                  const stage_id = matrix.stages[at]?.id;
                  return (
                    <td key={stage_id}>
                      <Cell figures={figures} to={pathOf(projectId, profession, { stage_id })} />
                    </td>
                  );
                })}
                <td className="work-matrix-all">
                  <Cell figures={all.total === 0 ? null : all} to={pathOf(projectId, profession, {})} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The list reads 0 as "no discipline". */
const pathOf = (projectId: number, profession: { id: number } | null, wish: ListInput): string =>
  listPath(projectId, { ...wish, profession_id: profession?.id ?? 0 });

function Cell({ figures, to }: { figures: Figures | null; to: string }) {
  if (figures === null)
    return (
      <span className="work-cell work-cell-none" aria-hidden="true">
        –
      </span>
    );
  const state = stateOf(figures);
  const inside = (
    <>
      {state === null ? (
        <DoneBar finished={figures.finished} total={figures.total} />
      ) : (
        <span className="work-cell-state">
          <StatusChip status={state} />
          <span className="tabular">{figures.total}</span>
        </span>
      )}
      {state === null && (
        <span className="work-cell-marks">
          <StateMark state="overdue" n={figures.overdue} />
          <StateMark state="under_review" n={figures.under_review} />
        </span>
      )}
    </>
  );
  return (
    <Link className="work-cell" to={to}>
      {inside}
    </Link>
  );
}
