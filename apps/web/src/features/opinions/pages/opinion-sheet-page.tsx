import { useSearchParams } from 'react-router';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { dateTime, names } from '../../../lib/format.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { useRecordTitle } from '../../../lib/record-title.ts';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { PrintFacts, PrintPart, PrintSheet, PrintTable } from '../../../ui/print/print-sheet.tsx';
import { useOpinionRecord, type OpinionRecord } from '../opinions.queries.ts';
import { isUnresolved } from '../opinions.logic.ts';
import { usePersonWords, usePlaceWords } from '../use-words.ts';
import './opinion-sheet.css';

/** The check record sheet of a review on paper: `/print/opinions?process=7`. */
export default function OpinionSheetPage() {
  const t = useT();
  const [address] = useSearchParams();
  const named = Number(address.get('process'));
  const id = Number.isSafeInteger(named) && named > 0 ? named : null;
  const { data, error, refetch } = useOpinionRecord(id);
  useErrorPage(error);
  useRecordTitle(data?.name);
  if (id === null) return <EmptyState icon="review" title={t('opinion-pages.sheet.noId')} />;
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  return <OpinionSheet record={data} />;
}

function OpinionSheet({ record }: { record: OpinionRecord }) {
  const t = useT();
  const person = usePersonWords();
  const place = usePlaceWords();
  const none = t('print.none');
  const facts = [
    { name: t('opinion-pages.sheet.project'), value: record.project?.name ?? '' },
    { name: t('opinion-pages.sheet.projectNumber'), value: record.project?.number ?? '' },
    { name: t('opinion-pages.sheet.name'), value: record.name },
    { name: t('opinion-pages.sheet.number'), value: record.number },
    { name: t('opinion-pages.sheet.profession'), value: standardName('profession', record.profession_name) },
    { name: t('opinion-pages.sheet.authors'), value: names(record.authors) },
  ];
  const time = { title: t('opinion-pages.sheet.date'), width: '38mm', isTime: true } as const;
  return (
    <PrintSheet
      enterprise={record.enterprise_name}
      title={t('opinion-pages.sheet.title')}
      name={`${record.number} ${record.name}`.trim()}
      isLandscape
    >
      <PrintFacts facts={facts} />
      <PrintPart title={t('opinion-pages.title')}>
        {record.opinions === null && <p className="print-none">{t('opinion-pages.hidden')}</p>}
        <PrintTable
          none={record.opinions === null ? '' : none}
          columns={[
            { title: t('print.number'), width: '12mm' },
            { title: t('opinion-pages.sheet.place'), width: '15%' },
            { title: t('opinion-pages.sheet.grade'), width: '18mm' },
            { title: t('opinion-pages.sheet.opinion') },
            { title: t('opinion-pages.sheet.author'), width: '12%' },
            { title: t('opinion-pages.sheet.reply'), width: '22%' },
            { title: t('opinion-pages.sheet.ended'), width: '13%' },
          ]}
          rows={(record.opinions ?? []).map((row) => ({
            key: row.id,
            cells: [
              row.no,
              place(row.place),
              t(`opinion-pages.grade.${row.grade}`),
              row.text,
              <Lines
                key="author"
                lines={[
                  person(row.author, row.for_user),
                  t('opinion-pages.list.round', { n: row.round, stage: row.stage_name }),
                ]}
              />,
              row.reply === null ? '' : <Lines key="reply" lines={[row.reply.text, row.reply.user.name]} />,
              <Ended key="ended" row={row} />,
            ],
          }))}
        />
      </PrintPart>
      <PrintPart title={t('opinion-pages.sheet.rounds')}>
        {record.rounds.length === 0 && <p className="print-none">{none}</p>}
        {record.rounds.map((round) => (
          <div key={round.round} className="record-round">
            <p>
              {t('opinion-pages.sheet.round', { n: round.round })}{' '}
              {t('opinion-pages.sheet.started', { name: round.starter.name, at: dateTime(round.started_at) })}
            </p>
            <PrintTable
              none={none}
              columns={[
                { title: t('opinion-pages.sheet.stage'), width: '24%' },
                { title: t('opinion-pages.sheet.person'), width: '24%' },
                { title: t('opinion-pages.sheet.result'), width: '16%' },
                time,
                { title: t('print.signatures') },
              ]}
              rows={round.signatures.map((line, at) => ({
                key: `${line.position} ${line.user.id} ${at}`,
                cells: [
                  line.stage_name,
                  person(line.user, line.for_user),
                  t(`opinion-pages.sheet.results.${line.result}`),
                  dateTime(line.at),
                  '',
                ],
              }))}
            />
          </div>
        ))}
      </PrintPart>
    </PrintSheet>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  const [first, second] = lines;
  return (
    <>
      {first}
      <br />
      {second}
    </>
  );
}

/** The person who closed the opinion. The reason of a kept one belongs to the record. */
function Ended({ row }: { row: OpinionRow }) {
  const t = useT();
  if (isUnresolved(row) || row.ended === null) return t(`opinion-pages.state.${row.state}`);
  const { user, text } = row.ended;
  if (row.state === 'kept') return <Lines lines={[user.name, t('opinion-pages.sheet.kept', { text })]} />;
  return user.name;
}
