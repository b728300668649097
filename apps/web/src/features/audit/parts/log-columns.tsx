import type { ActionLogRow } from '@prdm/contract/organisation/action-log';
import { browserOf, systemOf } from '../../../lib/device.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';

const deviceOf = (agent: string): string =>
  [browserOf(agent), systemOf(agent)].filter((part) => part !== null).join(' · ');

export function logColumns(
  t: Translate,
  { open, toggle }: { open: readonly number[]; toggle: (row: ActionLogRow) => void },
): PageColumn<ActionLogRow>[] {
  return [
    {
      key: 'toggle',
      title: '',
      width: 60,
      render: (row) => (
        <button
          type="button"
          className="icon-button log-toggle"
          aria-expanded={open.includes(row.id)}
          aria-label={t(open.includes(row.id) ? 'action-log.collapse' : 'action-log.expand')}
          onClick={() => toggle(row)}
        >
          <Icon name="right" size={14} />
        </button>
      ),
    },
    {
      key: 'at',
      title: t('action-log.column.at'),
      width: 188,
      card: 'end',
      render: (row) => <span className="tabular">{row.at}</span>,
    },
    { key: 'user', title: t('action-log.column.user'), width: 110, card: 'line', render: (row) => row.user_name },
    {
      key: 'action',
      title: t('action-log.column.action'),
      width: 190,
      card: 'title',
      render: (row) => row.action,
    },
    {
      key: 'record',
      title: t('action-log.column.record'),
      fixed: true,
      card: 'line',
      render: (row) => (
        <span className="log-record">
          <span className="muted">{row.kind_name}</span>
          <span className="ellipsis" title={row.target_name}>
            {row.target_name}
          </span>
        </span>
      ),
    },
    {
      key: 'changes',
      title: t('action-log.column.changes'),
      width: 220,
      render: (row) => (
        <span className="ellipsis muted" title={row.changes.map(({ label }) => label).join(', ')}>
          {row.changes.map(({ label }) => label).join(t('records.and'))}
        </span>
      ),
    },
    {
      key: 'project',
      title: t('action-log.column.project'),
      width: 190,
      card: 'line',
      render: (row) => row.project_name,
    },
    { key: 'ip', title: t('action-log.column.ip'), width: 130, optional: true, render: (row) => row.ip },
    {
      key: 'device',
      title: t('action-log.column.device'),
      width: 150,
      optional: true,
      render: (row) => <span title={row.agent}>{deviceOf(row.agent)}</span>,
    },
    {
      key: 'sealed',
      title: t('action-log.column.sealed'),
      width: 110,
      card: 'line',
      render: (row) => (
        <span className="log-seal" data-sealed={row.sealed} title={t('action-log.sealHint')}>
          {t(row.sealed ? 'action-log.sealed' : 'action-log.unsealed')}
        </span>
      ),
    },
  ];
}
