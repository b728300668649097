import { useMemo, useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import type { Department } from '@prdm/contract/organisation';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useAppState } from '../../../lib/app-state.ts';
import { useT } from '../../../lib/i18n.ts';
import { numberColumn, textColumn } from '../../../ui/crud/columns.tsx';
import { CrudList } from '../../../ui/crud/crud-list.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { useListView } from '../../../ui/table/use-list-view.ts';
import { keptBy, narrowed, toggled, unfolded } from '../organisation.logic.ts';
import { useDelDepartment, useDepartments } from '../organisation.queries.ts';
import { DEPARTMENT_FORM } from '../parts/department-form.tsx';
import { DepartmentName } from '../parts/department-tree.tsx';
import '../parts/organisation.css';

const NOTHING: ReadonlySet<number> = new Set();

/** The departments as a list with folding rows, at most five levels deep. */
export default function DepartmentPage() {
  const t = useT();
  const view = useListView();
  const query = useDepartments();
  useErrorPage(query.error);
  const remove = useDelDepartment();
  const isPhone = useAppState(({ device }) => device === 'mobile');
  const [folded, setFolded] = useState<ReadonlySet<number>>(NOTHING);
  // A search ignores folding. On a phone the whole card is a button, which must not contain another button.
  const shut = isPhone || view.word !== '' ? NOTHING : folded;
  const onFold = isPhone ? undefined : (id: number) => setFolded(toggled(folded, id));
  const all = query.data?.list;
  const data = useMemo(() => {
    const list = all && unfolded(narrowed(all, view.word), shut);
    return list && { list, total: list.length };
  }, [all, view.word, shut]);
  const del = async ({ id, name, version }: Department) => {
    const title = t('organisation.departments.removeTitle', { name });
    if (await confirm({ title, verb: t('common.delete'), danger: true })) remove.mutate({ id, version });
  };
  return (
    <CrudList<Department>
      form={DEPARTMENT_FORM}
      id="departments"
      about={t('organisation.departments.noneText')}
      columns={[
        {
          key: 'name',
          title: t('organisation.departments.name'),
          fixed: true,
          width: 360,
          card: 'title',
          render: (row) => <DepartmentName row={row} all={all ?? []} folded={shut} onFold={onFold} />,
        },
        textColumn(t, 'leader_name', 'organisation.departments.leader', { width: 140 }),
        numberColumn(t, 'members', 'organisation.departments.members'),
        numberColumn(t, 'members_below', 'organisation.departments.membersBelow', { width: 140, card: 'end' }),
        {
          key: 'production',
          title: t('organisation.departments.kind'),
          render: (row) => t(`organisation.departments.${row.is_production ? 'isProduction' : 'isNot'}`),
        },
      ]}
      query={{ data, error: query.error, isFetching: query.isFetching, refetch: query.refetch }}
      view={view}
      actsOf={(row, { add, edit }) => {
        const kept = keptBy(all ?? [], row);
        return [
          {
            key: 'add',
            icon: 'plus',
            label: t('organisation.departments.addBelow', row),
            why: row.level >= LIMITS.departmentLevels ? t('organisation.tooDeep') : null,
            run: () => add({ parent_id: row.id }),
          },
          { key: 'edit', icon: 'edit', label: t('organisation.departments.editNamed', row), run: () => edit(row) },
          {
            key: 'del',
            icon: 'trash',
            label: t('organisation.departments.removeNamed', row),
            danger: true,
            why: kept === null ? null : t(`organisation.departments.kept.${kept}`),
            run: () => del(row),
          },
        ];
      }}
    />
  );
}
