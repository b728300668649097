import { useState } from 'react';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { date, dateTime, number } from '../../../lib/format.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { RowMenu, type RowAct } from '../../../ui/table/row-menu.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { wordWidth } from '../../../ui/table/word-width.ts';
import { DisableDialog, LimitsDialog } from '../enterprise/system-dialogs.tsx';
import { useEnterpriseEnable, useEnterprises, type EnterpriseRow } from '../enterprise/system.queries.ts';
import '../enterprise/enterprise.css';

const STATES = ['enabled', 'disabled'] as const;

/** /system/enterprise: the enterprises of the installation, for system administrators. */
export default function SystemEnterprisePage() {
  const t = useT();
  const view = useListView(['state']);
  const state = STATES.find((one) => one === view.filters.state);
  const query = useEnterprises({
    ...pageOfView(view),
    ...(view.word === '' ? {} : { word: view.word }),
    ...(state === undefined ? {} : { state }),
  });
  useErrorPage(query.error);
  const enable = useEnterpriseEnable();
  const [open, setOpen] = useState<{ form: 'limits' | 'disable'; id: number } | null>(null);
  const opened = query.data?.list.find(({ id }) => id === open?.id);
  const turnOn = async (row: EnterpriseRow) => {
    const verb = t('enterprise.system.enableVerb');
    const title = t('enterprise.system.enableNamed', { name: row.name });
    const text = t('enterprise.system.disabledFor', { reason: row.disabled_reason });
    if (await confirm({ title, text, verb })) enable.mutate({ id: row.id, version: row.version });
  };
  const actsOf = (row: EnterpriseRow): RowAct[] => [
    {
      key: 'limits',
      label: t('enterprise.system.limits'),
      icon: 'edit',
      run: () => setOpen({ form: 'limits', id: row.id }),
    },
    row.state === 'enabled'
      ? {
          key: 'disable',
          label: t('enterprise.system.disable'),
          icon: 'close',
          danger: true,
          run: () => setOpen({ form: 'disable', id: row.id }),
        }
      : { key: 'enable', label: t('enterprise.system.enable'), icon: 'check', run: () => turnOn(row) },
  ];
  return (
    <div className="list-page">
      <PageTable<EnterpriseRow>
        id="system_enterprises"
        label={t('enterprise.system.title')}
        rowKey={({ id }) => id}
        columns={[
          ...columns(t),
          {
            key: 'acts',
            title: t('enterprise.system.actions'),
            fixed: 'right',
            align: 'right',
            width: wordWidth(64, 80),
            card: 'end',
            render: (row) => <RowMenu name={row.name} acts={actsOf(row)} />,
          },
        ]}
        query={query}
        view={view}
        search={t('enterprise.system.search')}
        filters={[
          {
            key: 'state',
            label: t('enterprise.system.state'),
            options: STATES.map((value) => ({ value, label: t(`enterprise.system.states.${value}`) })),
          },
        ]}
        onOpen={(row) => setOpen({ form: 'limits', id: row.id })}
        keysOff={open !== null}
        empty={{ title: t('enterprise.system.none'), text: t('enterprise.system.noneText') }}
      />
      {opened !== undefined && open?.form === 'limits' && <LimitsDialog row={opened} onClose={() => setOpen(null)} />}
      {opened !== undefined && open?.form === 'disable' && <DisableDialog row={opened} onClose={() => setOpen(null)} />}
    </div>
  );
}

const columns = (t: Translate): PageColumn<EnterpriseRow>[] => [
  {
    key: 'name',
    title: t('enterprise.system.name'),
    fixed: true,
    card: 'title',
    render: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    key: 'state',
    title: t('enterprise.system.state'),
    width: wordWidth(110, 140),
    card: 'line',
    render: ({ state, disabled_reason }) => (
      <span className="enterprise-state" data-state={state} title={disabled_reason}>
        {t(`enterprise.system.states.${state}`)}
      </span>
    ),
  },
  usedColumn(t, 'members', 'member_limit'),
  usedColumn(t, 'projects', 'project_limit'),
  {
    key: 'created_at',
    title: t('enterprise.system.created'),
    width: 120,
    render: ({ created_at }) => <span className="tabular">{date(created_at)}</span>,
  },
  {
    key: 'last_active_at',
    title: t('enterprise.system.lastActive'),
    width: 188,
    card: 'line',
    render: ({ last_active_at }) =>
      last_active_at === null ? (
        <span className="muted">{t('enterprise.system.never')}</span>
      ) : (
        <span className="tabular" title={last_active_at}>
          {dateTime(last_active_at)}
        </span>
      ),
  },
];

const usedColumn = (
  t: Translate,
  used: 'members' | 'projects',
  limit: 'member_limit' | 'project_limit',
): PageColumn<EnterpriseRow> => ({
  key: used,
  title: t(`enterprise.use.${used}`),
  width: 140,
  align: 'right',
  card: 'line',
  render: (row) => (
    <span className="tabular" data-full={row[used] >= row[limit] || undefined}>
      {t('enterprise.use.of', { used: number(row[used]), limit: number(row[limit]) })}
    </span>
  ),
});
