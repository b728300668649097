import { names } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { useAttachments, type AttachmentCalls, type Attached } from '../attachments.queries.ts';
import { handedInRounds, type HandedInRound } from '../handed-in.logic.ts';
import { AttachmentCard } from './attachment-card.tsx';
import './attachments.css';

/**
 * The files that were handed in for review: those of the newest round with what changed since the round before, and the
 * earlier rounds folded. Nothing is shown without such files.
 */
export function HandedIn({ calls, record }: { calls: AttachmentCalls; record: Attached }) {
  const t = useT();
  const { data } = useAttachments(calls, record);
  const [newest, ...earlier] = handedInRounds(data?.list ?? []);
  if (!newest) return null;
  return (
    <section className="handed-in" aria-label={t('attachments.handedIn.title')}>
      <h3>
        {t('attachments.handedIn.title')}
        <span className="attachments-total">{t('attachments.handedIn.round', { n: newest.round })}</span>
      </h3>
      <RoundFiles round={newest} calls={calls} record={record} />
      {earlier.length > 0 && (
        <details>
          <summary>{t('attachments.handedIn.earlier')}</summary>
          {earlier.map((round) => (
            <div key={round.round}>
              <h4>{t('attachments.handedIn.round', { n: round.round })}</h4>
              <RoundFiles round={round} calls={calls} record={record} />
            </div>
          ))}
        </details>
      )}
    </section>
  );
}

function RoundFiles({ round, calls, record }: { round: HandedInRound; calls: AttachmentCalls; record: Attached }) {
  const t = useT();
  return (
    <>
      <ul className="attachment-list">
        {round.files.map(({ row, mark }) => (
          <AttachmentCard key={row.id} row={row} calls={calls} record={record} mark={mark} />
        ))}
      </ul>
      {round.missing.length > 0 && (
        <p className="attachments-none">
          {t('attachments.handedIn.missing', { names: names(round.missing.map((name) => ({ name }))) })}
        </p>
      )}
    </>
  );
}
