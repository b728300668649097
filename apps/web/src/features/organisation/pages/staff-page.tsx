import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { userAdd, type StaffRow } from '@prdm/contract/organisation';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/session/access.ts';
import { useActions } from '../../../lib/keys/actions.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { useRecordParam } from '../../../ui/records/record-drawer.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
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
  const columns = useMemo(() => staffColumns(t, mayAdd ? act : null), [t, act, mayAdd]);
  const ids = useMemo(() => (query.data?.list ?? []).map(({ id }) => id), [query.data]);

  const addButton = mayAdd && (
    <button type="button" className="button button-primary" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {t('organisation.staff.add')}
    </button>
  );
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
        query={query}
        view={{ ...view, isNarrowed }}
        onOpen={({ id }) => drawer.open(id)}
        openKey={drawer.id}
        keysOff={adding || asking !== null}
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
        end={isFormer || !addButton ? undefined : addButton}
        empty={
          isFormer
            ? { title: t('organisation.staff.noneFormer'), text: t('organisation.staff.noneFormerText') }
            : { title: t('organisation.staff.none'), ...(addButton ? { action: addButton } : {}) }
        }
      />
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

const NO_DEPARTMENTS: readonly never[] = [];
const NO_ACTIONS: never[] = [];
