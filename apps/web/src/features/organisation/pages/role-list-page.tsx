import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ROLE_KINDS } from '@prdm/contract/nodes';
import { roleDownload } from '@prdm/contract/organisation/roles';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useAppState } from '../../../lib/app-state.ts';
import { keyInData, standardName, useT } from '../../../lib/i18n.ts';
import { useActions } from '../../../lib/keys/actions.ts';
import { Segments } from '../../../ui/controls/segments.tsx';
import { numberColumn } from '../../../ui/crud/columns.tsx';
import { gripColumn, moveActs } from '../../../ui/crud/entity-columns.tsx';
import { ExportButton } from '../../../ui/crud/export-button.tsx';
import { dropClass, type Dragging } from '../../../ui/crud/grip.tsx';
import { useOrder } from '../../../ui/crud/use-order.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { RowMenu, type RowAct } from '../../../ui/table/row-menu.tsx';
import { useListView } from '../../../ui/table/use-list-view.ts';
import { wordWidth } from '../../../ui/table/word-width.ts';
import type { WhyQuestion } from '../../../ui/why/why.queries.ts';
import { rightName, ROLE_ADD_PATH, rolePath, roleUsersPath } from '../roles/roles.logic.ts';
import { useCopyRole, useDeleteRole, useRoleList, useSortRole, type RoleRow } from '../roles/roles.queries.ts';
import '../../../ui/crud/crud.css';

const KINDS = ['all', ...ROLE_KINDS] as const;
const NONE: readonly RoleRow[] = [];
const shownName = ({ name }: RoleRow): string => standardName('roles', name);

/** The roles of the enterprise in their order. A row opens the role. */
export default function RoleListPage() {
  const t = useT();
  const navigate = useNavigate();
  const view = useListView(['kind']);
  const query = useRoleList();
  useErrorPage(query.error);
  const isPhone = useAppState(({ device }) => device === 'mobile');
  const sort = useSortRole();
  const actsOf = useActs();
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const add = () => void navigate(ROLE_ADD_PATH);
  useActions([{ label: 'palette.actions.newEntry', icon: 'plus', run: add }]);
  const { rows, moveTo, step } = useOrder(query.data?.list ?? NONE, ({ id, afterId }) =>
    sort.mutateAsync({ id, ...(afterId === null ? {} : { after_id: afterId }) }),
  );
  const kind = KINDS.find((one) => one === view.filters.kind) ?? 'all';
  const word = view.word.trim().toLowerCase();
  const list = rows.filter(
    (row) => (kind === 'all' || row.kind === kind) && shownName(row).toLowerCase().includes(word),
  );
  const canMove = word === '' && kind === 'all';
  const order = {
    isTouch: isPhone,
    count: list.length,
    indexOf: (id: number) => list.findIndex((row) => row.id === id),
    onStep: (id: number, by: 1 | -1) => void step(id, by),
    onDrop: (id: number, to: number) => moveTo(id, to),
    onOver: setDragging,
  };
  const addButton = (
    <button type="button" className="button button-primary" onClick={add}>
      <Icon name="plus" /> {t('roles.titles.add')}
    </button>
  );
  return (
    <div className="list-page">
      <PageTable<RoleRow>
        whole
        id="roles"
        label={t('roles.titles.list')}
        rowKey={({ id }) => id}
        columns={[
          ...(canMove ? [gripColumn<RoleRow>(t, shownName, order)] : []),
          {
            key: 'name',
            title: t('roles.field.name'),
            fixed: true,
            width: 240,
            card: 'title',
            render: (row) => shownName(row),
          },
          {
            key: 'kind',
            title: t('roles.field.kind'),
            width: wordWidth(120, 160),
            card: 'line',
            render: (row) => t(`organisation.roleKind.${row.kind}`),
          },
          numberColumn(t, 'holders', 'roles.field.holders', { card: 'end' }),
          {
            key: 'view_range',
            title: t('roles.field.view_range'),
            card: 'line',
            render: (row) => (row.kind === 'project' ? null : rightName(t, 'view_range', row.view_range)),
          },
          {
            key: 'nodes',
            title: t('roles.field.nodes'),
            width: 120,
            align: 'right',
            render: (row) => row.access.length,
          },
          {
            key: 'acts',
            title: t('roles.field.actions'),
            fixed: 'right',
            align: 'right',
            width: wordWidth(64, 80),
            card: 'end',
            render: (row) => (
              <RowMenu name={shownName(row)} acts={[...actsOf(row), ...moveActs(t, canMove ? order : null, row.id)]} />
            ),
          },
        ]}
        query={{
          data: query.data && { list, total: list.length },
          error: query.error,
          isFetching: query.isFetching,
          refetch: query.refetch,
        }}
        view={view}
        search={t('roles.search')}
        onOpen={({ id }) => void navigate(rolePath(id))}
        hrefOf={({ id }) => rolePath(id)}
        onMove={canMove ? ({ id }, by) => void step(id, by) : undefined}
        rowClass={(row) => (dragging === null ? '' : dropClass(row, list, dragging))}
        start={
          <Segments
            label={t('roles.field.kind')}
            value={kind}
            options={KINDS.map((value) => ({
              value,
              label: value === 'all' ? t('entities.states.all') : t(`organisation.roleKind.${value}`),
            }))}
            onChange={(value) => view.set({ filters: { kind: value === 'all' ? null : value } })}
          />
        }
        end={
          <>
            <ExportButton
              call={roleDownload}
              input={{ ...(word === '' ? {} : { word }), ...(kind === 'all' ? {} : { kind }) }}
              name={t('roles.titles.list')}
            />
            {addButton}
          </>
        }
        empty={{ title: t('roles.none'), text: t('roles.about'), action: addButton }}
      />
    </div>
  );
}

const asks = (call: string, id: number): WhyQuestion => ({ call, subjects: [{ field: 'id', kind: 'role', id }] });

/** The actions of a row. An action that the reader may not do shows its reason. Deleting asks, because it cannot be undone. */
function useActs(): (row: RoleRow) => RowAct[] {
  const t = useT();
  const navigate = useNavigate();
  const [copy, del] = [useCopyRole(), useDeleteRole()];
  const why = (can: true | string | undefined) => (typeof can === 'string' ? t(keyInData(can)) : null);
  const remove = async (row: RoleRow): Promise<void> => {
    const question = {
      title: t('roles.delTitle', { name: shownName(row) }),
      text: t('roles.delText'),
      verb: t('common.delete'),
      danger: true,
    };
    if (await confirm(question)) del.mutate({ id: row.id, version: row.version });
  };
  return (row) => [
    {
      key: 'edit',
      label: t(row.can?.edit === true ? 'common.edit' : 'roles.open'),
      icon: 'edit',
      run: () => void navigate(rolePath(row.id)),
    },
    { key: 'users', label: t('roles.titles.users'), icon: 'users', run: () => void navigate(roleUsersPath(row.id)) },
    {
      key: 'copy',
      label: t('roles.copy'),
      icon: 'copy',
      why: why(row.can?.copy),
      asked: asks('role/copy', row.id),
      run: async () => {
        const made = await copy.mutateAsync({ id: row.id }).catch(() => null);
        if (made) void navigate(rolePath(made.id));
      },
    },
    {
      key: 'del',
      label: t('common.delete'),
      icon: 'trash',
      danger: true,
      asked: asks('role/del', row.id),
      why: why(row.can?.del) ?? (row.holders > 0 ? t('roles.heldBy', { count: row.holders }) : null),
      run: () => remove(row),
    },
  ];
}
