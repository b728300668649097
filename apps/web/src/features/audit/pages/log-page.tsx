import { useCallback, useMemo, useState, type ComponentType } from 'react';
import { actionLogDownload, FRESH_MAX, type ActionLogRow } from '@prdm/contract/organisation/action-log';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { ExportButton } from '../../../ui/crud/export-button.tsx';
import { DayPicker } from '../../../ui/form/day-picker.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { pageOfView, useListView, type ListView } from '../../../ui/table/use-list-view.ts';
import { areaOptions, eventOptions, filtersOf, LOG_FILTERS } from '../audit.logic.ts';
import { useFresh, useLog } from '../audit.queries.ts';
import { Changes } from '../parts/changes.tsx';
import { logColumns } from '../parts/log-columns.tsx';
import '../parts/log.css';

type Picker = ComponentType<{
  value?: number | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
  'aria-label'?: string;
}>;

const NO_ROWS: readonly ActionLogRow[] = [];

/** /company/cfgLog: the action log, newest first. The address holds the filters. */
export default function LogPage({ PersonPicker }: { PersonPicker: Picker }) {
  const t = useT();
  const view = useListView(LOG_FILTERS);
  const filters = filtersOf(view.filters, view.word);
  const query = useLog({ ...filters, ...pageOfView(view) });
  useErrorPage(query.error);
  const [open, setOpen] = useState<readonly number[]>([]);
  const rows = query.data?.list ?? NO_ROWS;
  const fresh = useFresh(filters, rows, view.page === 1 && filters.to === undefined);
  const toggle = useCallback(
    ({ id }: ActionLogRow) =>
      setOpen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    [],
  );
  const columns = useMemo(() => logColumns(t, { open, toggle }), [t, open, toggle]);
  const { record, area } = view.filters;
  return (
    <div className="list-page log-page">
      {fresh > 0 && (
        <button type="button" className="log-fresh" onClick={() => void query.refetch()}>
          {fresh >= FRESH_MAX ? t('action-log.freshMany') : t('action-log.fresh', { count: fresh })} ·{' '}
          {t('action-log.show')}
        </button>
      )}
      <PageTable<ActionLogRow>
        id="action_log"
        label={t('action-log.list')}
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        view={view}
        onOpen={toggle}
        details={{
          keys: open,
          render: (row) => <Changes row={row} narrow={(change) => view.set({ filters: change })} />,
        }}
        search={t('action-log.search')}
        start={<Pickers view={view} PersonPicker={PersonPicker} />}
        filters={[
          { key: 'area', label: t('action-log.filter.area'), options: areaOptions(t) },
          ...(area === undefined
            ? []
            : [{ key: 'event', label: t('action-log.filter.event'), options: eventOptions(t, area) }]),
          ...(record === undefined
            ? []
            : [
                {
                  key: 'record',
                  label: t(`action-log.filter.${record.startsWith('project:') ? 'project' : 'record'}`),
                  options: [{ value: record, label: nameOf(record, rows) }],
                },
              ]),
        ]}
        end={<ExportButton call={actionLogDownload} input={{ ...filters }} name={t('action-log.titles.log')} />}
        empty={{ title: t('action-log.none'), text: t('action-log.noneText') }}
      />
    </div>
  );
}

/** The name of the record of the filter, as far as a row shows it. */
function nameOf(record: string, rows: readonly ActionLogRow[]): string {
  const own = rows.find(({ kind, target_id: id }) => `${kind}:${id}` === record);
  if (own !== undefined) return own.target_name;
  return rows.find(({ project_id: id }) => `project:${id}` === record)?.project_name || record;
}

function Pickers({ view, PersonPicker }: { view: ListView; PersonPicker: Picker }) {
  const t = useT();
  const { user_id: person, from, to } = view.filters;
  const set = (name: string, value: string | null) => view.set({ filters: { [name]: value } });
  return (
    <div className="log-pickers">
      <div className="log-person">
        <PersonPicker
          aria-label={t('action-log.filter.person')}
          placeholder={t('action-log.filter.person')}
          value={person === undefined ? null : Number(person)}
          onChange={(id) => set('user_id', id === null ? null : String(id))}
        />
      </div>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="log-day">
          <span className="muted">{t(`action-log.filter.${name}`)}</span>
          <DayPicker
            width={128}
            value={(name === 'from' ? from : to) ?? null}
            onChange={(day) => set(name, day !== null && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null)}
          />
        </label>
      ))}
    </div>
  );
}
