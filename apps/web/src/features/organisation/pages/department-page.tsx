import { useMemo, useState } from 'react';
import type { Department } from '@prdm/contract/organisation';
import { useAppState } from '../../../lib/app-state.ts';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { useListView } from '../../../ui/table/use-list-view.ts';
import { narrowed, toggled, unfolded } from '../organisation.logic.ts';
import { useDelDepartment, useDepartments } from '../organisation.queries.ts';
import { departmentColumns } from '../parts/department-columns.tsx';
import { DepartmentDialog } from '../parts/department-dialog.tsx';
import '../parts/organisation.css';

type Open = { department: Department | null; parentId: number | null };

/** The departments as a list with folding rows, at most five levels deep. */
export default function DepartmentPage() {
  const t = useT();
  const view = useListView();
  const query = useDepartments();
  useErrorPage(query.error);
  const remove = useDelDepartment();
  const { device } = useAppState();
  const [chosen, setFolded] = useState<ReadonlySet<number>>(NOTHING);
  const folded = device === 'mobile' ? NOTHING : chosen;
  const [open, setOpen] = useState<Open | null>(null);
  const departments = query.data?.list ?? NONE;

  const data = useMemo(() => {
    if (query.data === undefined) return undefined;
    // A search ignores folding, so that every match is visible.
    const list = unfolded(narrowed(query.data.list, view.word), view.word === '' ? folded : NOTHING);
    return { list, total: list.length };
  }, [query.data, view.word, folded]);

  const columns = departmentColumns(t, departments, {
    folded: device === 'mobile' ? null : folded,
    onFold: (id) => setFolded(toggled(folded, id)),
    onAdd: ({ id }) => setOpen({ department: null, parentId: id }),
    onEdit: (department) => setOpen({ department, parentId: null }),
    onRemove: async ({ id, name, version }) => {
      const isWanted = await confirm({
        title: t('organisation.departments.removeTitle', { name }),
        verb: t('common.delete'),
        danger: true,
      });
      if (isWanted) remove.mutate({ id, version });
    },
  });
  const addButton = (
    <button
      type="button"
      className="button button-primary"
      onClick={() => setOpen({ department: null, parentId: null })}
    >
      <Icon name="plus" />
      {t('organisation.departments.add')}
    </button>
  );
  return (
    <>
      <PageTable<Department>
        id="departments"
        label={t('organisation.departments.tree')}
        columns={columns}
        rowKey={({ id }) => id}
        query={{ data, error: query.error, isFetching: query.isFetching, refetch: query.refetch }}
        view={view}
        whole
        search={t('organisation.departments.search')}
        onOpen={(department) => setOpen({ department, parentId: null })}
        keysOff={open !== null}
        end={addButton}
        empty={{
          title: t('organisation.departments.none'),
          text: t('organisation.departments.noneText'),
          action: addButton,
        }}
      />
      {open !== null && (
        <DepartmentDialog
          key={open.department?.id ?? `new ${open.parentId ?? 0}`}
          departments={departments}
          // The current record, because another user may have changed it since the dialog opened.
          department={departments.find(({ id }) => id === open.department?.id) ?? open.department}
          parentId={open.parentId}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const NONE: readonly never[] = [];
const NOTHING: ReadonlySet<number> = new Set();
