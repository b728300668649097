import type { ProcessView } from '@prdm/contract/processes/review';
import type { SignMode, StageStatus } from '@prdm/contract/status';
import { useT, keyInData, type Translate } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { closedBy, isSkipped, isWithdrawn } from '../words/unused-seat.ts';
import { WithdrawnChip } from '../words/withdrawn-chip.tsx';
import { UnassignableChip } from './unassignable-chip.tsx';
import './stage-line.css';

/** A stage as the component draws it, running or only planned. */
export interface LineStage {
  readonly key: number | string;
  readonly name: string;
  readonly status: StageStatus | null;
  readonly sign_mode: SignMode;
  readonly days: number | null;
  readonly due_at?: string | null;
  readonly overdue?: boolean;
  /** The submitter withdrew the round at this stage. */
  readonly withdrawn?: boolean;
  /** The review is paused: no reviewer can decide, and the days do not count. */
  readonly paused?: boolean;
  readonly passed?: number;
  readonly needed?: number;
  /** The reviewer who added the stage during the review. */
  readonly added_by?: { readonly name: string } | null;
  readonly added_reason?: string | null;
  readonly people: readonly {
    id: number;
    name: string;
    verdict: string | null;
    /** Name of the person who was asked to decide instead. */
    transferTo?: string;
    /** Name of the deputy who decides or decided for this person. */
    deputy?: string;
    /** The stage waits for this person, who has left the enterprise or the project. */
    stranded?: boolean;
    /** Null: hidden from the reader. */
    comment: string | null;
    at: string | null;
  }[];
}

/** The stages of a running review, with their reviewers, verdicts and comments. */
export function stagesOf(process: ProcessView): LineStage[] {
  return process.stages.map((stage) => ({
    ...stage,
    key: stage.id,
    paused: process.status === 'paused' && stage.status === 'under_review',
    withdrawn: isWithdrawn(stage),
    people: stage.seats.map((assignment) => ({
      ...assignment.user,
      verdict: assignment.status === 'closed' && closedBy(stage) === 'unsigned' ? 'unsigned' : assignment.status,
      transferTo: assignment.transfer_to?.name,
      deputy: (assignment.decided_by ?? assignment.deputy?.user)?.name,
      stranded: assignment.stranded,
      comment: assignment.comment,
      at: assignment.decided_at,
    })),
  }));
}

/**
 * The stages of a review from top to bottom. Finished stages show their verdict, the current one is marked, later ones
 * show their reviewers.
 */
export function StageLine({ stages }: { stages: readonly LineStage[] }) {
  const t = useT();
  return (
    <ol className="stage-line" aria-label={t('processes.line.title')}>
      {stages.map((stage, index) => (
        <li
          key={stage.key}
          className="stage"
          data-status={stage.withdrawn === true ? 'withdrawn' : (stage.status ?? 'planned')}
          aria-current={stage.status === 'under_review' ? 'step' : undefined}
        >
          <span className="stage-dot" aria-hidden="true">
            {dotOf(stage) ?? index + 1}
          </span>
          <div className="stage-body">
            <p className="stage-head">
              <span className="stage-name">{stage.name}</span>
              <StageChip stage={stage} />
              <span className="stage-fact">{t(`processes.line.${stage.sign_mode}`)}</span>
              {isPassedOver(stage) && <span className="stage-fact">{t('processes.line.skipped')}</span>}
              {stage.sign_mode !== 'any' && stage.needed !== undefined && isOpen(stage) && (
                <span className="stage-fact tabular">
                  {t('processes.line.passed', { passed: stage.passed, needed: stage.needed })}
                </span>
              )}
              {stage.due_at && isOpen(stage) && (
                <span className="stage-fact">
                  {t('processes.line.due')} <DateText value={stage.due_at} fact />
                </span>
              )}
              {stage.days !== null && isToCome(stage) && (
                <span className="stage-fact tabular">{t('processes.line.days', { n: stage.days })}</span>
              )}
            </p>
            {stage.added_by && (
              <p className="stage-fact">
                {t('processes.line.addedBy', { by: stage.added_by.name, reason: stage.added_reason ?? '' })}
              </p>
            )}
            <ul className="stage-people">
              {stage.people.map((person) => (
                <li key={person.id} data-verdict={person.verdict ?? undefined}>
                  <Avatar id={person.id} name={person.name} size={20} />
                  <span>{personName(t, person)}</span>
                  {person.verdict !== null &&
                    person.verdict !== 'waiting' &&
                    !isSuspended(stage, person.verdict) &&
                    !isPassedOver(stage) && (
                      <span className="stage-fact">
                        {t(keyInData(`processes.assignment.${person.verdict}`), { to: person.transferTo ?? '' })}
                      </span>
                    )}
                  {person.stranded === true && <UnassignableChip />}
                  {person.at && (
                    <span className="stage-fact">
                      <DateText value={person.at} fact />
                    </span>
                  )}
                  {person.comment && <q className="stage-comment">{person.comment}</q>}
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** "B for A" where a deputy decides. */
export const personName = (t: Translate, { name, deputy }: { name: string; deputy?: string }): string =>
  deputy === undefined ? name : t('delegations.byFor', { by: deputy, who: name });

function StageChip({ stage }: { stage: LineStage }) {
  if (stage.status === null) return null;
  if (stage.withdrawn === true) return <WithdrawnChip />;
  if (stage.paused === true) return <StatusChip status="paused" />;
  return <StatusChip status={stage.overdue === true ? 'overdue' : stage.status} />;
}

const isOpen = (stage: LineStage): boolean => stage.status === 'under_review' && stage.paused !== true;

/** The days of the stage have not begun. */
const isToCome = (stage: LineStage): boolean => stage.status === null || stage.status === 'not_reviewed';

const isPassedOver = ({ status, passed }: LineStage): boolean =>
  status === 'review_complete' && isSkipped({ status, passed: passed ?? 1 });

/** The mark of an ended stage. Null: the stage shows its number. */
function dotOf({ status, withdrawn }: LineStage): string | null {
  if (withdrawn === true) return '↶';
  if (status === 'review_complete') return '✓';
  return status === 'review_rejected' ? '✕' : null;
}

/** A paused review asks no reviewer for a decision. */
const isSuspended = (stage: LineStage, verdict: string): boolean => stage.paused === true && verdict === 'open';
