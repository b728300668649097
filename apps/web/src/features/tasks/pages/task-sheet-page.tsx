import { useSearchParams } from 'react-router';
import { taskAttachments } from '@prdm/contract/tasks/attachments';
import { taskComments } from '@prdm/contract/tasks/comments';
import { LIMITS } from '@prdm/contract/limits';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { cappedCount, dateTime, fileSize, hours, names, withNote } from '../../../lib/format.ts';
import { keyInData, standardName, useT } from '../../../lib/i18n.ts';
import { useRecordTitle } from '../../../lib/record-title.ts';
import { useSession } from '../../../lib/session/session.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { PrintFacts, PrintPart, PrintSheet, PrintSignatures, PrintTable } from '../../../ui/print/print-sheet.tsx';
import { useAttachments } from '../../attachments/index.ts';
import { useCommentCount } from '../../comments/index.ts';
import { personName, stagesOf } from '../../processes/index.ts';
import { attachedTo } from '../addresses.ts';
import { linesOf } from '../parts/history-lines.ts';
import { plannedStages } from '../tasks.logic.ts';
import { useTask, type TaskInfo } from '../tasks.queries.ts';

/** The sheet of a task on paper: `/print/task?id=7`. */
export default function TaskSheetPage() {
  const [address] = useSearchParams();
  const number = (name: string) => Number(address.get(name) ?? 0) || undefined;
  const { data, error, refetch } = useTask(number('id') ?? 0, number('project_id'));
  useErrorPage(error);
  useRecordTitle(data?.title);
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  return <TaskSheet task={data} />;
}

function TaskSheet({ task }: { task: TaskInfo }) {
  const t = useT();
  const enterprise = useSession((state) => state.me?.enterprise_name ?? '');
  const attachments = useAttachments(taskAttachments, attachedTo(task));
  const comments = useCommentCount(taskComments, { id: task.id, project_id: task.project_id });
  const stages = task.process === null ? plannedStages(task) : stagesOf(task.process);
  const facts = [
    { name: t('tasks.field.number'), value: task.number },
    { name: t('tasks.field.status'), value: t(`status.${task.label}`) },
    { name: t('tasks.field.title'), value: task.title, isWide: true },
    { name: t('tasks.field.project'), value: task.project_name },
    { name: t('tasks.field.stage_id'), value: standardName('stage', task.stage?.name ?? '') },
    { name: t('tasks.field.profession_id'), value: standardName('profession', task.profession?.name ?? '') },
    { name: t('tasks.field.priority'), value: t(`tasks.priority.${task.priority}`) },
    { name: t('tasks.field.assigner'), value: task.assigner.name },
    { name: t('tasks.field.executor_ids'), value: names(task.executors) },
    { name: t('tasks.field.deadline'), value: task.is_long_term ? t('status.long_term') : dateTime(task.deadline) },
    {
      name: t('tasks.field.hours'),
      value: [
        task.used_hours === null ? '—' : hours(task.used_hours),
        ...(task.required_hours === null ? [] : [hours(task.required_hours)]),
      ].join(' / '),
    },
    { name: t('tasks.field.created_at'), value: dateTime(task.created_at) },
    { name: t('tasks.field.cc_ids'), value: names(task.cc) },
    { name: t('tasks.field.round'), value: task.round },
    { name: t('comments.title'), value: comments === undefined ? '' : cappedCount(comments, LIMITS.countCap) },
  ];
  const none = t('print.none');
  const time = { title: t('print.time'), width: '38mm', isTime: true } as const;
  return (
    <PrintSheet enterprise={enterprise} title={t('print.task.title')} name={`${task.number} ${task.title}`}>
      <PrintFacts facts={facts} />
      <PrintPart title={t('tasks.field.description')}>
        <p>{task.description === '' ? none : task.description}</p>
      </PrintPart>
      <PrintPart title={t('tasks.drawer.review')}>
        <PrintTable
          none={none}
          columns={[
            { title: t('print.task.stage'), width: '20%' },
            { title: t('print.task.people'), width: '16%' },
            { title: t('print.task.result'), width: '16%' },
            time,
            { title: t('print.task.opinion') },
          ]}
          rows={stages.flatMap((stage) =>
            (stage.people.length === 0 ? [null] : stage.people).map((person, index) => ({
              key: `${stage.key}-${person?.id ?? 0}-${index}`,
              cells: [
                index === 0 ? stage.name : '',
                person === null ? '' : personName(t, person),
                person?.verdict ? t(keyInData(`print.task.verdict.${person.verdict}`)) : '',
                dateTime(person?.at),
                person?.comment ?? '',
              ],
            })),
          )}
        />
      </PrintPart>
      <PrintPart title={t('attachments.title')}>
        <PrintTable
          none={none}
          columns={[
            { title: t('print.number'), width: '10%' },
            { title: t('print.task.file') },
            { title: t('print.task.size'), width: '14%' },
            { title: t('print.task.addedBy'), width: '16%' },
            time,
          ]}
          rows={(attachments.data?.list ?? []).map((row, index) => ({
            key: row.id,
            cells: [
              index + 1,
              row.source === null
                ? row.name
                : withNote(row.name, t('attachments.fromFile', { n: row.source.version_no })),
              fileSize(row.size),
              row.added_by.name,
              dateTime(row.added_at),
            ],
          }))}
        />
      </PrintPart>
      <PrintPart title={t('tasks.drawer.history')}>
        <PrintTable
          none={none}
          columns={[
            time,
            { title: t('print.task.who'), width: '16%' },
            { title: t('print.task.what') },
            { title: t('print.task.remark'), width: '34%' },
          ]}
          rows={linesOf(t, task).map((line) => ({
            key: line.key,
            cells: [dateTime(line.at), line.who, line.what, line.comment],
          }))}
        />
      </PrintPart>
      <PrintPart title={t('print.signatures')}>
        <PrintSignatures
          duties={[
            { duty: t('tasks.field.assigner'), name: task.assigner.name },
            { duty: t('tasks.field.executor_ids'), name: names(task.executors) },
            ...stages.map((stage) => ({ duty: stage.name, name: names(stage.people) })),
          ]}
        />
      </PrintPart>
    </PrintSheet>
  );
}
