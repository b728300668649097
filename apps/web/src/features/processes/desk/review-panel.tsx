import type { ReactNode, Ref } from 'react';
import type { ProcessView } from '@prdm/contract/processes/review';
import { dateTime } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { KeyCaps } from '../../../ui/controls/key-caps.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { actorName, decisionWords, roundOf } from '../decision-words.ts';
import { Opinions } from '../opinions/opinion-views.tsx';
import { Decision } from '../parts/decision.tsx';
import { DelegationFact } from '../delegations/delegation-fact.tsx';
import { LeftWords } from '../words/left-words.tsx';
import { isWithdrawn } from '../words/unused-seat.ts';
import { WithdrawnChip } from '../words/withdrawn-chip.tsx';
import { RoundMark, Rounds } from '../parts/rounds.tsx';
import { StageLine, stagesOf } from '../parts/stage-line.tsx';
import { useDecideKeys } from './use-decide-keys.ts';
import './review-panel.css';

/**
 * The stages of a review with faces and times, its rounds and history, and at the foot the decision. With `inPage` the
 * page scrolls instead of the panel. `decision` replaces the decision of the review.
 */
export function ReviewPanel(props: {
  process: ProcessView;
  inPage?: boolean;
  hasOpenHistory?: true;
  decision?: ReactNode;
}) {
  const t = useT();
  const { process, inPage = false } = props;
  const { can } = process;
  const isIdle =
    can.decide_seat_id === null && can.answer_seat_id === null && can.take_back_seat_id === null && !can.withdraw;
  return (
    <section className="review-panel" aria-label={t('desk.panel.label')} data-in-page={inPage}>
      <div className="review-panel-course" tabIndex={0} role="group" aria-label={t('processes.line.title')}>
        <p className="review-panel-head">
          <RoundChip process={process} />
          <RoundMark process={process} />
        </p>
        <p className="review-panel-fact">
          {t('desk.panel.started', {
            name: process.starter.name,
            at: dateTime(roundOf(process, process.round).started_at),
          })}
        </p>
        {process.changed === true && <p className="review-panel-changed">{t('desk.panel.changed')}</p>}
        <Rounds process={process} />
        <StageLine stages={stagesOf(process)} />
        <Opinions subject={process} hasKey />
        <History process={process} isOpen={props.hasOpenHistory === true} />
      </div>
      {props.decision === undefined ? (
        <Foot canDecide={can.decide_seat_id !== null}>
          {can.decide_seat_id === null && <LeftWords key={process.process_id} process={process} />}
          {isIdle && can.delegated === null && <p className="review-panel-fact">{t('desk.panel.notYours')}</p>}
          <DelegationFact can={can} />
          <Decision process={process} />
        </Foot>
      ) : (
        <Foot canDecide>{props.decision}</Foot>
      )}
    </section>
  );
}

/** The status of the round. A withdrawn round has the status of a refused one. */
function RoundChip({ process }: { process: ProcessView }) {
  return process.stages.some(isWithdrawn) ? <WithdrawnChip /> : <StatusChip status={process.label} />;
}

/** Holds the decision, so that it is always in view. p and r work here. */
function Foot({ canDecide, children }: { canDecide: boolean; children: ReactNode }) {
  const t = useT();
  const { root, armed, handlers } = useDecideKeys(canDecide);
  return (
    <div ref={root as Ref<HTMLDivElement>} className="review-panel-foot" {...handlers}>
      {children}
      <p className="review-panel-armed" aria-live="polite">
        {armed !== null && t(`desk.panel.armed.${armed}`)}
        {armed === null && canDecide && <Hints />}
      </p>
    </div>
  );
}

/** The keys of the desk, as long as no key was pressed. A phone has none. */
function Hints() {
  const t = useT();
  return (
    <span className="review-panel-keys" aria-hidden="true">
      <KeyCaps keys="p" /> {t('desk.keys.pass')} <KeyCaps keys="r" /> {t('desk.keys.return')}
    </span>
  );
}

function History({ process, isOpen }: { process: ProcessView; isOpen: boolean }) {
  const t = useT();
  if (process.history.length === 0) return null;
  return (
    <details className="review-panel-history" open={isOpen}>
      <summary>{t('desk.panel.history', { n: process.history.length })}</summary>
      <ol>
        {process.history.toReversed().map((entry) => (
          <li key={entry.id}>
            <b>{actorName(t, entry)}</b> {decisionWords(t, process, entry)}{' '}
            <span className="review-panel-fact">
              <DateText value={entry.at} fact />
            </span>
            {entry.comment && <q className="stage-comment">{entry.comment}</q>}
          </li>
        ))}
      </ol>
    </details>
  );
}
