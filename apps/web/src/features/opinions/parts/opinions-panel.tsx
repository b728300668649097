import { useState } from 'react';
import { Link } from 'react-router';
import { OPINION_GRADES } from '@prdm/contract/processes/opinions';
import { useT } from '../../../lib/i18n.ts';
import { Segments } from '../../../ui/controls/segments.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { handedInRounds, useAttachments, type Attached, type AttachmentCalls } from '../../attachments/index.ts';
import { modelsForOpinions, recordPath } from '../addresses.ts';
import { useOpinions, type OpinionSubject, opinionDraft } from '../../processes/index.ts';
import { GRADE_TONES, isUnresolved, type OpinionFilter } from '../opinions.logic.ts';
import type { OpinionList as Opinions } from '../opinions.queries.ts';
import { OpinionList } from './opinion-list.tsx';
import { filesOf } from './place-button.tsx';
import { RaiseOpinion } from './raise-opinion.tsx';
import './opinions.css';

/** The opinions of a review: counts by grade, the line that raises one, and the rows with the unresolved ones first. */
export function OpinionsPanel({ subject, hasKey = false }: { subject: OpinionSubject; hasKey?: boolean }) {
  const t = useT();
  const { data, error, refetch } = useOpinions(subject.process_id);
  return (
    <section className="opinions-panel" aria-label={t('opinion-pages.title')}>
      <header className="opinions-head">
        <h3>{t('opinion-pages.title')}</h3>
        {data?.unresolved && <Counts unresolved={data.unresolved} />}
        <span className="opinion-gap" />
        <Link
          className="opinions-print"
          to={recordPath(subject.process_id)}
          target="_blank"
          title={t('opinion-pages.print')}
          aria-label={t('opinion-pages.print')}
        >
          <Icon name="print" size={14} /> {t('opinion-pages.printShort')}
        </Link>
      </header>
      {data === undefined && error === null && <SkeletonLines lines={3} />}
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.list === null && <p className="opinions-empty">{t('opinion-pages.hidden')}</p>}
      {data?.list && (
        <Loaded key={subject.process_id} list={data.list} canAdd={data.can_add} subject={subject} hasKey={hasKey} />
      )}
    </section>
  );
}

function Counts({ unresolved }: { unresolved: NonNullable<Opinions['unresolved']> }) {
  const t = useT();
  return (
    <span className="opinions-counts" role="group" aria-label={t('opinion-pages.counts')}>
      {OPINION_GRADES.filter((grade) => unresolved[grade] > 0).map((grade) => (
        <ToneChip key={grade} tone={GRADE_TONES[grade]}>
          {t(`opinion-pages.grade.${grade}`)} <span className="tabular">{unresolved[grade]}</span>
        </ToneChip>
      ))}
    </span>
  );
}

function Loaded(props: {
  list: NonNullable<Opinions['list']>;
  canAdd: boolean;
  subject: OpinionSubject;
  hasKey: boolean;
}) {
  const t = useT();
  const { list, canAdd, subject, hasKey } = props;
  const [filter, setFilter] = useState<OpinionFilter>('unresolved');
  const source = filesOf(subject);
  const hasResolved = list.some((row) => !isUnresolved(row));
  const open = list.filter(isUnresolved).length;
  return (
    <>
      {canAdd &&
        (source === null ? (
          <Raise subject={subject} hasKey={hasKey} files={[]} />
        ) : (
          <RaiseOnFiles subject={subject} hasKey={hasKey} {...source} />
        ))}
      {hasResolved && (
        <Segments
          label={t('opinion-pages.filter')}
          value={filter}
          options={[
            { value: 'unresolved', label: t('opinion-pages.unresolved'), count: open },
            { value: 'all', label: t('opinion-pages.all'), count: list.length },
          ]}
          onChange={setFilter}
        />
      )}
      <OpinionList key={filter} list={list} subject={subject} filter={filter} />
      {list.length === 0 && (
        <p className="opinions-empty">
          {t('opinion-pages.list.none')}
          <span>{t(canAdd ? 'opinion-pages.list.noneMine' : 'opinion-pages.list.noneText')}</span>
        </p>
      )}
      {list.length > 0 && open === 0 && filter === 'unresolved' && (
        <p className="opinions-empty">
          {t('opinion-pages.list.done')}
          <button type="button" className="link-button" onClick={() => setFilter('all')}>
            {t('opinion-pages.list.showAll')}
          </button>
        </p>
      )}
    </>
  );
}

interface RaiseProps {
  readonly subject: OpinionSubject;
  readonly hasKey: boolean;
}

function RaiseOnFiles({ calls, record, ...props }: RaiseProps & { calls: AttachmentCalls; record: Attached }) {
  const { data } = useAttachments(calls, record);
  const [newest] = handedInRounds(data?.list ?? []);
  return <Raise {...props} files={newest?.files.map(({ row }) => row) ?? []} />;
}

function Raise({ subject, hasKey, files }: RaiseProps & { files: readonly { id: number; name: string }[] }) {
  const t = useT();
  const { process_id: processId, project_id: projectId } = subject;
  return (
    <RaiseOpinion processId={processId} draftName={opinionDraft(processId)} files={files} hasKey={hasKey}>
      {projectId !== null && (
        <Link className="raise-in-model" to={modelsForOpinions(projectId, processId)}>
          <Icon name="model" size={14} /> {t('opinion-pages.raise.inModel')}
        </Link>
      )}
    </RaiseOpinion>
  );
}
