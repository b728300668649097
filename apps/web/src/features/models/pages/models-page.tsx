import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MODEL_SORTS } from '@prdm/contract/models';
import { MODEL_STATUS } from '@prdm/contract/status';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { EmptyState, FailedState } from '../../../ui/feedback/states.tsx';
import { Paging } from '../../../ui/table/paging.tsx';
import { TableHead } from '../../../ui/table/table-head.tsx';
import { useColumnChoice } from '../../../ui/table/column-choice.ts';
import { pageOfView, useListView, type ListView } from '../../../ui/table/use-list-view.ts';
import { useModels, type ModelCard as Card } from '../models.queries.ts';
import { CardSkeleton, ModelCard } from '../parts/list/model-card.tsx';
import '../../../ui/table/page-table.css';
import '../parts/models.css';
import '../parts/list/models-list.css';

const FILTERS = ['status'];
const NO_COLUMNS: [] = [];
const LARGEST_FIRST = { first: 'desc' } as const;

/**
 * The models of a project that the user may see, each with its picture and state. Parsing continues after the user
 * leaves the page.
 */
export default function ModelsPage() {
  const t = useT();
  const projectId = useProjectId() ?? 0;
  const view = useListView(FILTERS);
  const query = useModels(inputOf(view, projectId));
  useErrorPage(query.error);
  const choice = useColumnChoice<Card>('models', NO_COLUMNS);
  const { data } = query;
  const isEmpty = data?.total === 0 && !view.isNarrowed;
  const toFiles = (look: string) => (
    <Link className={look} to={`/file/index?project_id=${projectId}`}>
      <Icon name="upload" /> {t('viewer.models.toFiles')}
    </Link>
  );
  return (
    <section className="page-table" aria-label={t('viewer.models.title')}>
      <h1 className="visually-hidden">{t('viewer.models.title')}</h1>
      {!isEmpty && (
        <TableHead<Card>
          id="models"
          label={t('viewer.models.title')}
          columns={NO_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          view={view}
          choice={choice}
          isNarrow
          search={t('viewer.models.search')}
          filters={[
            {
              key: 'status',
              label: t('viewer.models.status'),
              options: MODEL_STATUS.map((value) => ({ value, label: t(`status.model.${value}`) })),
            },
          ]}
          sorts={MODEL_SORTS.map((name) => ({
            name,
            label: t(`viewer.models.fields.${name}`),
            ...(name === 'size' ? LARGEST_FIRST : {}),
          }))}
          end={toFiles('button')}
        />
      )}
      <div className="page-table-progress" data-on={query.isFetching && data !== undefined} aria-hidden="true" />
      <div className="models-body">
        <Body query={query} view={view} toFiles={toFiles('button button-primary')} />
      </div>
      {data !== undefined && data.list.length > 0 && <Paging view={view} total={data.total} shown={data.list.length} />}
    </section>
  );
}

function Body(props: { query: ReturnType<typeof useModels>; view: ListView; toFiles: ReactNode }) {
  const t = useT();
  const { query, view } = props;
  if (query.data === undefined) {
    if (query.error !== null) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
    return (
      <ul className="models-list" role="status" aria-label={t('common.loading')}>
        {Array.from({ length: 4 }, (_, card) => (
          <CardSkeleton key={card} />
        ))}
      </ul>
    );
  }
  const { list } = query.data;
  if (list.length === 0 && (view.isNarrowed || view.page > 1)) {
    return (
      <EmptyState title={t('common.table.noMatch')}>
        <button type="button" className="button" onClick={view.clear}>
          {t('common.table.clearFilters')}
        </button>
      </EmptyState>
    );
  }
  if (list.length === 0) {
    return (
      <EmptyState icon="model" title={t('viewer.models.empty')} text={t('viewer.models.emptyText')}>
        {props.toFiles}
      </EmptyState>
    );
  }
  return (
    <ul className="models-list">
      {list.map((model) => (
        <li key={model.id}>
          <ModelCard model={model} />
        </li>
      ))}
    </ul>
  );
}

function inputOf(view: ListView, projectId: number): Parameters<typeof useModels>[0] {
  const status = MODEL_STATUS.find((name) => name === view.filters.status);
  const sort = MODEL_SORTS.find((name) => name === view.sort);
  return {
    project_id: projectId,
    ...(view.word === '' ? {} : { word: view.word }),
    ...(status === undefined ? {} : { status }),
    // An address without an order means the newest first.
    ...(sort === undefined ? {} : { sort, order: view.order }),
    ...pageOfView(view),
  };
}
