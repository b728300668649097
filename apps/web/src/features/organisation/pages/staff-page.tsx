import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { userAdd, type StaffRow } from '@prdm/contract/organisation';
import { staffImports, userDownload } from '@prdm/contract/organisation/staff-sheets';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/session/access.ts';
import { useActions } from '../../../lib/keys/actions.ts';
import { ExportButton } from '../../../ui/crud/export-button.tsx';
import { ImportButton } from '../../../ui/import/import-button.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { useRecordParam } from '../../../ui/records/record-drawer.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { pageOfView, useListView, type ListView } from '../../../ui/table/use-list-view.ts';
import { departmentOptions } from '../organisation.logic.ts';
import { useDepartments, useStaff } from '../organisation.queries.ts';
import { AddPersonDialog, type MadeAccount } from '../parts/add-person-dialog.tsx';
import { DepartmentTree } from '../parts/department-tree.tsx';
import { EditPersonDialog } from '../parts/edit-person-dialog.tsx';
import { LeaveDialog } from '../parts/leave-dialog.tsx';
import { MadePasswordBox } from '../parts/made-password-box.tsx';
import { PersonDrawer } from '../parts/person-drawer.tsx';
import { staffColumns } from '../parts/staff-columns.tsx';
import { usePersonActs } from '../parts/use-person-acts.ts';
import { AssignDialog, type Assigned } from '../staff/assign-dialog.tsx';
import { useStaffOrder } from '../staff/staff-order.ts';
import '../../../ui/crud/crud.css';
import '../parts/organisation.css';

const FILTERS = ['department_id', 'status'];
const WORKING = ['active', 'disabled'] as const;

/**
 * All people of the enterprise: departments at the left, their people at the right. Current and former staff have
 * separate lists.
 */
export default function StaffPage() {
  const t = useT();
  const view = useListView(FILTERS);
  const isFormer = view.filters.status === 'former';
  const departments = useDepartments().data?.list ?? NO_DEPARTMENTS;
  const departmentId = Number(view.filters.department_id ?? 0) || null;
  const status = isFormer ? 'former' : WORKING.find((each) => each === view.filters.status);
  const query = useStaff({
    ...pageOfView(view),
    word: view.word,
    ...(departmentId === null ? {} : { department_id: departmentId }),
    ...(status === undefined ? {} : { status }),
  });
  useErrorPage(query.error);
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeAccount | null>(null);
  const { open, act, asking, closeAsking } = usePersonActs(setMade);
  // The head of a department reads this page without administering people.
  const mayAdd = useMay()(userAdd);
  useActions(mayAdd ? [{ label: 'palette.actions.addPerson', icon: 'plus', run: () => setAdding(true) }] : NO_ACTIONS);
  const drawer = useRecordParam('user');
  const [assigning, setAssigning] = useState<{ what: Assigned; people: readonly StaffRow[] } | null>(null);
  // A search shows the best matches first in the same order, but without their neighbours.
  const mayMove = mayAdd && !isFormer && view.word === '';
  const { rows, told, order, rowClass } = useStaffOrder(query.data?.list ?? NOBODY, { may: mayMove, page: view.page });
  const columns = staffColumns(t, mayAdd ? act : null, order);
  const ids = useMemo(() => (query.data?.list ?? []).map(({ id }) => id), [query.data]);

  const addButton = mayAdd && (
    <button type="button" className="button button-primary" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {t('organisation.staff.add')}
    </button>
  );
  const tools = (
    <>
      <ImportButton calls={staffImports} noun={t('sheets.kinds.staff')} refresh={SHOWS_PEOPLE} />
      {rows.length > 0 && (
        <ExportButton call={userDownload} input={exportInput(view, status)} name={t('sheets.kinds.staff')} />
      )}
      {!isFormer && addButton}
    </>
  );
  const bulk = ASSIGNED.map((what) => ({
    key: what,
    icon: 'edit' as const,
    label: t(`organisation.staff.assignAct.${what}`),
    possible: (row: StaffRow) => row.can.edit,
    run: (people: readonly StaffRow[]) => setAssigning({ what, people }),
  }));
  const isNarrowed = isFormer ? view.word !== '' || departmentId !== null : view.isNarrowed;
  return (
    <div className="staff-page">
      <DepartmentTree
        departments={departments}
        chosen={departmentId}
        onChoose={(id) => view.set({ filters: { department_id: id === null ? null : String(id) } })}
      />
      <PageTable<StaffRow>
        id="staff"
        label={t('organisation.titles.staff')}
        columns={columns}
        rowKey={({ id }) => id}
        query={{ ...query, data: query.data && { list: rows, total: query.data.total } }}
        bulk={mayAdd && !isFormer ? bulk : undefined}
        onMove={order === null ? undefined : ({ id }, by) => order.onStep(id, by)}
        rowClass={rowClass}
        view={{ ...view, isNarrowed }}
        onOpen={({ id }) => drawer.open(id)}
        openKey={drawer.id}
        keysOff={adding || asking !== null || assigning !== null}
        start={<Lists former={isFormer} />}
        filters={[
          ...(isFormer
            ? []
            : [
                {
                  key: 'status',
                  label: t('organisation.field.status'),
                  options: WORKING.map((value) => ({ value, label: t(`organisation.status.${value}`) })),
                },
              ]),
          {
            key: 'department_id',
            label: t('organisation.department'),
            options: departmentOptions(departments).map(({ value, path }) => ({ value: String(value), label: path })),
          },
        ]}
        search={t('organisation.staff.search')}
        end={tools}
        empty={
          isFormer
            ? { title: t('organisation.staff.noneFormer'), text: t('organisation.staff.noneFormerText') }
            : { title: t('organisation.staff.none'), ...(addButton ? { action: addButton } : {}) }
        }
      />
      <p className="visually-hidden" role="status" aria-live="assertive">
        {told}
      </p>
      {assigning !== null && <AssignDialog {...assigning} onClose={() => setAssigning(null)} />}
      {drawer.id !== null && (
        <PersonDrawer id={drawer.id} ids={ids} onWalk={drawer.open} onClose={drawer.close} onAct={open} />
      )}
      {adding && <AddPersonDialog departmentId={departmentId} onMade={setMade} onClose={() => setAdding(false)} />}
      {asking?.act === 'edit' && <EditPersonDialog person={asking.person} onClose={closeAsking} />}
      {(asking?.act === 'del' || asking?.act === 'handOver') && (
        <LeaveDialog person={asking.person} leaving={asking.act === 'del'} onClose={closeAsking} />
      )}
      {made !== null && <MadePasswordBox made={made} onClose={() => setMade(null)} />}
    </div>
  );
}

/** Switch between current and former staff. The address holds the choice. */
function Lists({ former }: { former: boolean }) {
  const t = useT();
  const [, setQuery] = useSearchParams();
  return (
    <Segments
      label={t('organisation.staff.lists')}
      value={former ? 'former' : 'working'}
      options={(['working', 'former'] as const).map((value) => ({
        value,
        label: t(`organisation.staff.list.${value}`),
      }))}
      onChange={(value) =>
        setQuery((before) => {
          const next = new URLSearchParams(before);
          for (const name of ['status', 'page', 'user']) next.delete(name);
          if (value === 'former') next.set('status', 'former');
          return next;
        })
      }
    />
  );
}

/** The filters of the list, as its export reads them. */
const exportInput = ({ word, filters }: ListView, status: string | undefined): Record<string, unknown> => ({
  ...(word === '' ? {} : { word }),
  ...(filters.department_id === undefined ? {} : { department_id: filters.department_id }),
  ...(status === undefined ? {} : { status }),
});

const ASSIGNED: readonly Assigned[] = ['position', 'profession'];
/** Departments count their people, and roles their holders. */
const SHOWS_PEOPLE = ['department', 'role'];
const NOBODY: readonly never[] = [];
const NO_DEPARTMENTS: readonly never[] = [];
const NO_ACTIONS: never[] = [];
