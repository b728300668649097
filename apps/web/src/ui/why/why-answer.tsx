import { useT } from '../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../feedback/states.tsx';
import { intoSight } from '../into-sight.ts';
import { Icon } from '../look/icon.tsx';
import { stepText } from './why-text.ts';
import { useWhy, type WhyQuestion } from './why.queries.ts';
import './why.css';

/**
 * Verdict and steps of a question. `known` is the reason that the screen has for a refused action. It decides when the
 * rights allow the action, because a rule of the record closes it.
 */
export function WhyAnswer({ question, known }: { question: WhyQuestion; known?: string | null }) {
  const t = useT();
  const { data, error, refetch } = useWhy(question);
  if (!data)
    return error === null ? <SkeletonLines lines={3} /> : <FailedState error={error} onRetry={() => void refetch()} />;
  const isClosed = data.allowed && (!data.open || (known ?? null) !== null);
  const verdict = !data.allowed ? 'mayNot' : isClosed ? 'mayNotNow' : 'may';
  return (
    <section ref={intoSight} className="why" role="status" aria-label={t('access.title')}>
      <p className="why-verdict" data-verdict={verdict}>
        <Icon name={verdict === 'may' ? 'check' : 'close'} size={14} />
        <strong>{t(`access.${verdict}`)}</strong>
        {!data.allowed && <span>{data.msg}</span>}
        {isClosed && known && <span>{known}</span>}
      </p>
      <ol className="why-steps" aria-label={t('access.steps')}>
        {data.chain.map((step, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the steps never move
          <li key={at} data-allowed={step.allowed} data-decides={step.decides}>
            <span>{stepText(t, step)}</span>
            {step.decides && <em>{t('access.decides')}</em>}
          </li>
        ))}
      </ol>
    </section>
  );
}
