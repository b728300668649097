import { useNavigate } from 'react-router';
import { templateAdd, type TemplateRow } from '@prdm/contract/processes/templates';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { useActions } from '../../../lib/keys/actions.ts';
import { useMay } from '../../../lib/session/access.ts';
import { toast } from '../../../lib/toasts.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { RowMenu, type RowAct } from '../../../ui/table/row-menu.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { MOMENT_WIDTH, wordWidth } from '../../../ui/table/word-width.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { TEMPLATE_ADD_PATH, templatePath } from '../addresses.ts';
import { useDeleteTemplate, useDisableTemplate, useEnableTemplate, useTemplates } from '../templates.queries.ts';
import '../../../ui/crud/crud.css';

const STATES = ['all', 'enabled', 'disabled'] as const;

/** The templates of approvals. A row opens the template; a running approval keeps the stages it began with. */
export default function TemplateListPage() {
  const t = useT();
  const navigate = useNavigate();
  const mayWrite = useMay()(templateAdd);
  const view = useListView(['state']);
  const state = STATES.find((one) => one === view.filters.state) ?? 'all';
  const query = useTemplates({
    ...(state === 'all' ? {} : { enabled: state === 'enabled' }),
    ...(view.word === '' ? {} : { word: view.word }),
    ...pageOfView(view),
  });
  useErrorPage(query.error);
  const actsOf = useActs();
  const add = () => void navigate(TEMPLATE_ADD_PATH);
  useActions([{ label: 'palette.actions.newEntry', icon: 'plus', run: add, isHidden: !mayWrite }]);
  const columns: PageColumn<TemplateRow>[] = [
    {
      key: 'name',
      title: t('templates.field.name'),
      fixed: true,
      card: 'title',
      width: 220,
      render: (row) => (
        <>
          {row.name} {row.is_default && <span className="muted">{t('templates.defaultMark')}</span>}
        </>
      ),
    },
    {
      key: 'stages',
      title: t('templates.field.stages'),
      card: 'line',
      render: (row) => <StageChain names={row.stages.map(({ name }) => name)} />,
    },
    {
      key: 'state',
      title: t('entities.state'),
      width: wordWidth(88, 104),
      card: 'end',
      render: (row) => (
        <span className={row.enabled ? undefined : 'muted'}>
          {t(row.enabled ? 'entities.states.enabled' : 'entities.states.disabled')}
        </span>
      ),
    },
    {
      key: 'updated_at',
      title: t('templates.field.updatedAt'),
      width: MOMENT_WIDTH,
      render: (row) => <DateText value={row.updated_at} />,
    },
    {
      key: 'acts',
      title: t('entities.actions'),
      fixed: 'right',
      align: 'right',
      width: wordWidth(64, 80),
      card: 'end',
      render: (row) => <RowMenu name={row.name} acts={mayWrite ? actsOf(row) : []} />,
    },
  ];
  const addButton = mayWrite && (
    <button type="button" className="button button-primary" onClick={add}>
      <Icon name="plus" /> {t('templates.add')}
    </button>
  );
  return (
    <div className="list-page">
      <PageTable
        id="process_templates"
        label={t('templates.titles.list')}
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        view={view}
        search={t('templates.search')}
        onOpen={({ id }) => void navigate(templatePath(id))}
        hrefOf={({ id }) => templatePath(id)}
        rowClass={({ enabled }) => (enabled ? '' : 'row-off')}
        start={
          <Segments
            label={t('entities.state')}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`entities.states.${value}`) }))}
            onChange={(value) => view.set({ filters: { state: value === 'all' ? null : value } })}
          />
        }
        end={addButton}
        empty={{ title: t('templates.none'), text: t('templates.about'), action: addButton }}
      />
    </div>
  );
}

/** The names of the stages in their order, with arrows. */
function StageChain({ names }: { names: readonly string[] }) {
  return <span title={names.join(' → ')}>{names.join(' → ')}</span>;
}

/** The actions of a row. Disabling runs at once and can be undone. Deleting asks, because it cannot. */
function useActs(): (row: TemplateRow) => RowAct[] {
  const t = useT();
  const navigate = useNavigate();
  const [enable, disable, del] = [useEnableTemplate(), useDisableTemplate(), useDeleteTemplate()];
  const turn = async ({ id, name, version, enabled }: TemplateRow): Promise<void> => {
    const there = enabled ? disable : enable;
    const back = enabled ? enable : disable;
    // A refusal shows as a toast of the call.
    const changed = await there.mutateAsync({ id, version }).catch(() => null);
    if (changed === null) return;
    toast.success(t(`entities.done.${enabled ? 'disable' : 'enable'}`, { name }), {
      label: t('common.undo'),
      run: () => back.mutate({ id, version: changed.version }),
    });
  };
  const remove = async ({ id, name, version }: TemplateRow): Promise<void> => {
    const question = {
      title: t('templates.delTitle', { name }),
      text: t('templates.delText'),
      verb: t('common.delete'),
      danger: true,
    };
    if (await confirm(question)) del.mutate({ id, version });
  };
  return (row) => [
    { key: 'edit', label: t('common.edit'), icon: 'edit', run: () => void navigate(templatePath(row.id)) },
    {
      key: 'copy',
      label: t('templates.copy'),
      icon: 'copy',
      run: () => void navigate(`${TEMPLATE_ADD_PATH}?from=${row.id}`),
    },
    {
      key: 'turn',
      label: t(`entities.act.${row.enabled ? 'disable' : 'enable'}`),
      icon: row.enabled ? 'pause' : 'play',
      run: () => turn(row),
    },
    { key: 'del', label: t('common.delete'), icon: 'trash', danger: true, run: () => remove(row) },
  ];
}
