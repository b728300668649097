import { standardName, type Translate } from '../../../lib/i18n.ts';
import { AvatarGroup } from '../../../ui/people/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { MOMENT_WIDTH, wordWidth } from '../../../ui/table/word-width.ts';
import { hoursCell } from '../tasks.logic.ts';
import type { TaskRow } from '../tasks.queries.ts';

/** Width in px of a column of task numbers, as '2026-001-044'. */
const NUMBER_WIDTH = 148;

export function taskColumns(t: Translate): PageColumn<TaskRow>[] {
  return [
    {
      key: 'number',
      title: t('tasks.field.number'),
      width: NUMBER_WIDTH,
      card: 'line',
      render: (row) => <span className="tabular">{row.number}</span>,
    },
    {
      key: 'title',
      title: t('tasks.field.title'),
      fixed: true,
      card: 'title',
      render: (row) => <span title={row.title}>{row.title}</span>,
    },
    {
      key: 'status',
      title: t('tasks.field.status'),
      width: wordWidth(136, 218),
      card: 'end',
      render: (row) => <StatusChip status={row.label} />,
    },
    {
      key: 'executors',
      title: t('tasks.field.executor_ids'),
      width: 120,
      card: 'line',
      render: (row) => <AvatarGroup people={row.executors} named />,
    },
    { key: 'review', title: t('tasks.field.review'), width: 120, render: (row) => reviewText(row) },
    {
      key: 'stage',
      title: t('tasks.field.stage_id'),
      width: wordWidth(112, 180),
      render: (row) => standardName('stage', row.stage?.name ?? ''),
    },
    {
      key: 'profession',
      title: t('tasks.field.profession_id'),
      width: wordWidth(90, 110),
      render: (row) => standardName('profession', row.profession?.name ?? ''),
    },
    {
      key: 'priority',
      title: t('tasks.field.priority'),
      width: wordWidth(88, 104),
      sort: true,
      render: (row) => <span data-priority={row.priority}>{t(`tasks.priority.${row.priority}`)}</span>,
    },
    {
      key: 'deadline',
      title: t('tasks.field.deadline'),
      width: 116,
      sort: true,
      card: 'line',
      render: (row) => (row.is_long_term ? t('status.long_term') : <DateText value={row.deadline?.slice(0, 10)} />),
    },
    {
      key: 'hours',
      title: t('tasks.field.hours'),
      width: 80,
      align: 'right',
      render: hoursCell,
    },
    {
      key: 'assigner',
      title: t('tasks.field.assigner'),
      width: 90,
      optional: true,
      render: (row) => row.assigner.name,
    },
    {
      key: 'created',
      title: t('tasks.field.created_at'),
      width: MOMENT_WIDTH,
      sort: true,
      optional: true,
      render: (row) => <DateText value={row.created_at} />,
    },
  ];
}

const reviewText = ({ review }: TaskRow): string =>
  review === null ? '' : `${review.position}/${review.stages} ${review.stage}`;
