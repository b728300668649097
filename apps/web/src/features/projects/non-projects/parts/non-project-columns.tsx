import type { NonProjectRow } from '@prdm/contract/projects/non-projects';
import { date, number } from '../../../../lib/format.ts';
import type { Translate } from '../../../../lib/i18n.ts';
import { DateText } from '../../../../ui/date-text.tsx';
import { PersonLine } from '../../../../ui/people/people-picker.tsx';
import type { PageColumn } from '../../../../ui/table/table-types.ts';
import { wordWidth } from '../../../../ui/table/word-width.ts';

/** Columns of the list of non-projects. */
export function nonProjectColumns(t: Translate, isClosed: boolean): PageColumn<NonProjectRow>[] {
  return [
    {
      key: 'name',
      title: t('non-projects.field.name'),
      fixed: true,
      card: 'title',
      render: ({ name }) => (
        <span className="project-name" title={name}>
          <span className="ellipsis">{name}</span>
        </span>
      ),
    },
    {
      key: 'number',
      title: t('non-projects.field.number'),
      width: 116,
      card: 'line',
      render: (row) => <span className="tabular">{row.number}</span>,
    },
    {
      key: 'kind',
      title: t('non-projects.field.kind'),
      width: wordWidth(100, 132),
      card: 'line',
      render: ({ kind }) => t(`non-projects.kind.${kind}`),
    },
    {
      key: 'manager',
      title: t('non-projects.field.manager_id'),
      width: 132,
      card: 'end',
      render: (row) => <PersonLine person={{ id: row.manager_id, name: row.manager_name, thumb: row.manager_thumb }} />,
    },
    {
      key: 'members',
      title: t('projects.list.members'),
      width: wordWidth(90, 112),
      align: 'right',
      render: (row) => number(row.member_count),
    },
    {
      key: 'department',
      title: t('non-projects.field.department_id'),
      width: 150,
      render: ({ department_name }) => department_name,
    },
    {
      key: 'end',
      title: t('non-projects.field.end'),
      width: wordWidth(120, 130),
      align: 'right',
      render: ({ end }) => <DateText value={date(end)} />,
    },
    {
      key: 'created',
      title: t('projects.list.created'),
      width: 120,
      align: 'right',
      optional: true,
      render: (row) => <DateText value={date(row.created_at)} />,
    },
    ...(isClosed
      ? [
          {
            key: 'closed',
            title: t('non-projects.list.closed'),
            width: 200,
            card: 'line',
            render: (row: NonProjectRow) => (
              <>
                {row.closed_by_name} <DateText value={date(row.closed_at)} />
              </>
            ),
          } as const,
        ]
      : []),
  ];
}
