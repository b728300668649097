import { names } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { useAttachments, type AttachmentCalls, type Attached } from '../attachments.queries.ts';
import { handedInRounds, type HandedInRound } from '../handed-in.logic.ts';
import { HandedViews } from '../views/handed-views.tsx';
import { AttachmentCard } from './attachment-card.tsx';
import './attachments.css';

interface Shown {
  readonly calls: AttachmentCalls;
  readonly record: Attached;
  /** The review of the record. A model that opens from here knows it. */
  readonly processId?: number | undefined;
}

/**
 * The viewpoints and then the files of the newest review round with their changes since the round before, and the
 * earlier rounds folded. Nothing is shown without any.
 */
export function HandedIn(props: Shown) {
  const t = useT();
  const { data } = useAttachments(props.calls, props.record);
  const [newest, ...earlier] = handedInRounds(data?.list ?? [], data?.viewpoints);
  if (!newest) return null;
  return (
    <section className="handed-in" aria-label={t('attachments.handedIn.title')}>
      <h3>
        {t('attachments.handedIn.title')}
        <span className="attachments-total">{t('attachments.handedIn.round', { n: newest.round })}</span>
      </h3>
      <Round round={newest} {...props} />
      {earlier.length > 0 && (
        <details>
          <summary>{t('attachments.handedIn.earlier')}</summary>
          {earlier.map((round) => (
            <div key={round.round}>
              <h4>{t('attachments.handedIn.round', { n: round.round })}</h4>
              <Round round={round} {...props} />
            </div>
          ))}
        </details>
      )}
    </section>
  );
}

function Round({ round, calls, record, processId }: Shown & { round: HandedInRound }) {
  const t = useT();
  return (
    <>
      {round.views.length > 0 && (
        <HandedViews views={round.views} projectId={record.project_id} processId={processId} />
      )}
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
