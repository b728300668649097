import { useState, type ReactNode } from 'react';
import { useErrorPage } from '../../lib/api/error-page.ts';
import { useApiQuery } from '../../lib/api/queries.ts';
import { useAppState } from '../../lib/app-state.ts';
import { standardName, useT, type Translate } from '../../lib/i18n.ts';
import { useMay } from '../../lib/session/access.ts';
import { Segments } from '../controls/segments.tsx';
import type { BulkAction, PageAnswer } from '../table/table-types.ts';
import { useListView, type ListView } from '../table/use-list-view.ts';
import { CrudList } from './crud-list.tsx';
import type { EntityCalls, EntityConfig, EntityRow, RowOf } from './crud-types.ts';
import { entityColumns, rowActs, type RowOrder } from './entity-columns.tsx';
import { ExportButton } from './export-button.tsx';
import { dropClass, type Dragging } from './grip.tsx';
import { useEntityActs, type ManyAct } from './use-entity-acts.ts';
import { useOrder } from './use-order.ts';
import './crud.css';

/** Returns the page of an entity: its list, form, actions, order and export. The description is data. */
export function entityPage<Calls extends EntityCalls>(config: EntityConfig<RowOf<Calls>> & { calls: Calls }) {
  return function EntityPage() {
    return (
      <div className="list-page">
        <EntityList config={config} />
      </div>
    );
  };
}

const STATES = ['all', 'enabled', 'disabled'] as const;

/** The list of an entity inside a page, for pages that add a drawer or show several entities. */
export function EntityList<Row extends EntityRow>({
  config,
  tools,
}: {
  config: EntityConfig<Row>;
  /** Buttons beside the export, for example an import. */
  tools?: ReactNode;
}) {
  const t = useT();
  const { calls, filters, noun, standard } = config;
  const mayWrite = useMay()(calls.edit);
  const { device } = useAppState();
  const view = useListView(['state', ...(filters ?? []).map(({ key }) => key)]);
  const input = listInput(view);
  const query = useApiQuery(calls.index, { ispage: 'not', ...input, ...(mayWrite ? { counted: true } : {}) });
  useErrorPage(query.error);
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [told, setTold] = useState('');

  const shownName = ({ name }: { readonly name: string }) =>
    standard === undefined ? name : standardName(standard, name);
  const { act, move } = useEntityActs(calls, config.refresh ?? [], shownName);
  const answer = query.data as PageAnswer<Row> | undefined;
  const given = answer?.list ?? NONE;
  const { rows, moveTo, step } = useOrder<Row>(given, (wanted, before) =>
    move(wanted, before, shownName(given.find(({ id }) => id === wanted.id) ?? { name: '' })),
  );
  const announce = (id: number, to: number | null) => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined || to === null) return;
    setTold(t('entities.movedTo', { name: shownName(row), n: to + 1, total: rows.length }));
  };
  const onStep = (id: number, by: 1 | -1) => announce(id, step(id, by));
  const onDrop = (id: number, to: number) => {
    moveTo(id, to);
    announce(id, to);
  };
  const order: RowOrder | null =
    mayWrite && view.sort === null
      ? {
          indexOf: (id) => rows.findIndex((row) => row.id === id),
          count: rows.length,
          isTouch: device === 'mobile',
          onOver: setDragging,
          onDrop,
          onStep,
        }
      : null;
  const data = answer && { list: rows, total: answer.total };
  return (
    <>
      <CrudList<Row>
        form={config}
        id={`entity.${calls.kind}`}
        about={t(config.about)}
        mayWrite={mayWrite}
        initial={initialOf(view)}
        shownName={shownName}
        columns={entityColumns(t, config, shownName, order)}
        actsOf={(row, { edit }) => rowActs(t, config, { onEdit: edit, onAct: act, order }, row)}
        query={{ data, error: query.error, isFetching: query.isFetching, refetch: query.refetch }}
        view={view}
        start={<StateSegments view={view} />}
        filters={filters}
        onMove={order === null ? undefined : ({ id }, by) => onStep(id, by)}
        rowClass={(row) => [row.enabled ? '' : 'row-off', dropClass(row, rows, dragging)].join(' ')}
        openKey={config.openId}
        bulk={mayWrite ? bulkActs<Row>(t, act) : undefined}
        tools={
          mayWrite && (
            <>
              {tools}
              {config.exports === true && rows.length > 0 && (
                <ExportButton call={calls.download} input={input} name={t(`entities.many.${noun}`)} />
              )}
            </>
          )
        }
      />
      <p className="visually-hidden" role="status" aria-live="assertive">
        {told}
      </p>
    </>
  );
}

const ICONS = { enable: 'play', disable: 'pause', del: 'trash' } as const;

const bulkActs = <Row extends EntityRow>(
  t: Translate,
  act: (kind: ManyAct, rows: readonly EntityRow[]) => Promise<void>,
): BulkAction<Row>[] =>
  (['enable', 'disable', 'del'] as const).map((kind) => ({
    key: kind,
    icon: ICONS[kind],
    label: kind === 'del' ? t('common.delete') : t(`entities.act.${kind}`),
    danger: kind === 'del',
    possible: (row) => isPossible(row, kind),
    run: (rows) => act(kind, rows),
  }));

const NONE: readonly never[] = [];

/** The filters and the order of the list, as its call and its export read them. */
const listInput = ({ word, sort, order, filters }: ListView): Record<string, unknown> => ({
  state: 'all',
  ...filters,
  ...(word === '' ? {} : { word }),
  ...(sort === null ? {} : { sort, order }),
});

/** A new entry takes the chosen filters, for example the label group. */
const initialOf = ({ filters }: ListView): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (name === 'state' ? [] : [[name, Number(value)] as const])),
  );

function isPossible({ enabled, can }: EntityRow, kind: ManyAct): boolean {
  if (can?.[kind] !== true) return false;
  return kind === 'del' || enabled === (kind === 'disable');
}

function StateSegments({ view }: { view: ListView }) {
  const t = useT();
  const state = STATES.find((each) => each === view.filters.state) ?? 'all';
  return (
    <Segments
      label={t('entities.state')}
      value={state}
      options={STATES.map((value) => ({ value, label: t(`entities.states.${value}`) }))}
      onChange={(value) => view.set({ filters: { state: value === 'all' ? null : value } })}
    />
  );
}
