import type { ProcessView } from '@prdm/contract/processes/review';
import { useT } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { actorName, decisionWords } from '../decision-words.ts';
import { earlierRounds, lastRefusal, type EarlierRound } from '../rounds.logic.ts';

/** The number of the current round, from the second round on. */
export function RoundMark({ process }: { process: ProcessView }) {
  const t = useT();
  return process.round > 1 ? (
    <span className="round-mark">{t('processes.rounds.nth', { n: process.round })}</span>
  ) : null;
}

/**
 * The earlier rounds, one folded line each. The last refusal is never folded, because the next reviewer checks whether
 * its request was met.
 */
export function Rounds({ process }: { process: ProcessView }) {
  const rounds = earlierRounds(process);
  const asked = lastRefusal(rounds);
  if (rounds.length === 0) return null;
  return (
    <div className="rounds">
      {rounds.map((round) => (
        <Round key={round.round} process={process} round={round} asked={round.by === asked ? asked : null} />
      ))}
    </div>
  );
}

function Round(props: { process: ProcessView; round: EarlierRound; asked: EarlierRound['by'] }) {
  const t = useT();
  const { process, round, asked } = props;
  const who = round.by === null ? undefined : actorName(t, round.by);
  return (
    <>
      <details className="round" data-end={round.end}>
        <summary>
          <Icon name="right" size={12} />
          <span>
            {t('processes.rounds.line', { n: round.round, end: t(`processes.rounds.ends.${round.end}`) })}
            {who !== undefined && ` · ${who}`}
            {round.by !== null &&
              round.by.comment &&
              asked === null &&
              t('processes.rounds.words', { words: round.by.comment })}
          </span>
        </summary>
        <ul>
          {round.said.map((entry) => (
            <li key={entry.id}>
              {actorName(t, entry)} {decisionWords(t, process, entry)}{' '}
              <span className="stage-fact">
                <DateText value={entry.at} fact />
              </span>
              {entry.comment && <q className="stage-comment">{entry.comment}</q>}
            </li>
          ))}
        </ul>
      </details>
      {asked !== null && asked.comment && <q className="stage-comment round-asked">{asked.comment}</q>}
    </>
  );
}
