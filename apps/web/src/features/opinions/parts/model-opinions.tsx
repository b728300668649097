import { Link } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useOpinions, type ModelOpinionsProps } from '../../processes/index.ts';
import { inModel } from '../opinions.logic.ts';
import { OpinionList } from './opinion-list.tsx';
import { RaiseOpinion } from './raise-opinion.tsx';
import { useProcess } from '../use-process.ts';
import './opinions.css';

/** The opinions of a process on one model: the line that raises one on the place at hand, and those that are there. */
export function ModelOpinions(props: ModelOpinionsProps) {
  const t = useT();
  const { processId, modelId, chosen, place, onView } = props;
  const process = useProcess(processId);
  const { data, error, refetch } = useOpinions(processId);
  const failure = error ?? process.error;
  if (data === undefined || process.data === undefined)
    return failure === null ? (
      <div className="opinions-waits">
        <SkeletonLines lines={4} />
      </div>
    ) : (
      <FailedState error={failure} onRetry={() => void Promise.all([refetch(), process.refetch()])} />
    );
  const list = inModel(data.list ?? [], modelId);
  return (
    <section className="opinions-panel opinions-on-model" aria-label={t('opinion-pages.title')}>
      <Link className="opinions-back" to={process.data.pc_path}>
        {t('opinion-pages.model.back', { name: process.data.name })}
      </Link>
      {data.can_add && (
        <RaiseOpinion processId={processId} draftName={`opinion-${processId}-model-${modelId}`} model={place} />
      )}
      {list.length === 0 && (
        <p className="opinions-empty">
          {t(data.list === null ? 'opinion-pages.hidden' : 'opinion-pages.model.none')}
          {data.can_add && <span>{t('opinion-pages.model.noneMine')}</span>}
        </p>
      )}
      <OpinionList list={list} subject={process.data} filter="all" chosen={chosen} onView={onView} />
    </section>
  );
}
