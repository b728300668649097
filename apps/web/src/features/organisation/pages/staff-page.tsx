import { useMemo, useState } from 'react';
import type { StaffRow } from '@prdm/contract/organisation';
import { STAFF_STATUS, type StaffStatus } from '@prdm/contract/status';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { departmentOptions } from '../organisation.logic.ts';
import { useDepartments, useDisable, useResetPwd, useRestore, useStaff } from '../organisation.queries.ts';
import { AddPersonDialog, type MadeAccount } from '../parts/add-person-dialog.tsx';
import { DepartmentTree } from '../parts/department-tree.tsx';
import { MadePasswordBox } from '../parts/made-password-box.tsx';
import { staffColumns } from '../parts/staff-columns.tsx';
import '../parts/organisation.css';

const FILTERS = ['department_id', 'status'];

/** Everybody of the enterprise: departments at the left, their people at the right. */
export default function StaffPage() {
  const t = useT();
  const view = useListView(FILTERS);
  const departments = useDepartments().data?.list ?? NO_DEPARTMENTS;
  const departmentId = Number(view.filters.department_id ?? 0) || null;
  const status = STAFF_STATUS.find((each) => each === view.filters.status);
  const query = useStaff({
    ...pageOfView(view),
    word: view.word,
    ...(departmentId === null ? {} : { department_id: departmentId }),
    ...(status === undefined ? {} : { status }),
  });
  const disable = useDisable();
  const restore = useRestore();
  const resetPwd = useResetPwd();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeAccount | null>(null);

  const columns = useMemo(
    () =>
      staffColumns(t, {
        onDisable: async ({ id, name, version }) => {
          const isWanted = await confirm({
            title: t('organisation.staff.disableTitle', { name }),
            text: t('organisation.staff.disableText'),
            verb: t('organisation.staff.disable'),
            danger: true,
          });
          if (isWanted) disable.mutate({ id, version });
        },
        onResetPwd: async ({ id, name, account, version }) => {
          const isWanted = await confirm({
            title: t('organisation.staff.resetTitle', { name }),
            text: t('organisation.staff.resetText'),
            verb: t('organisation.staff.reset'),
            danger: true,
          });
          if (!isWanted) return;
          resetPwd.mutate(
            { id, version },
            { onSuccess: ({ password }) => setMade({ name, account, password, isReset: true }) },
          );
        },
        onRestore: ({ id, name, version }) =>
          restore.mutate(
            { id, version },
            { onSuccess: () => toast.success(t('organisation.staff.restored', { name })) },
          ),
      }),
    [t, disable, restore, resetPwd],
  );
  const addButton = (
    <button type="button" className="button button-primary" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {t('organisation.staff.add')}
    </button>
  );
  const label = (each: StaffStatus) => ({ value: each, label: t(`organisation.status.${each}`) });
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
        view={view}
        filters={[
          { key: 'status', label: t('organisation.field.status'), options: STAFF_STATUS.map(label) },
          {
            key: 'department_id',
            label: t('organisation.department'),
            options: departmentOptions(departments).map(({ value, path }) => ({ value: String(value), label: path })),
          },
        ]}
        search={t('organisation.staff.search')}
        end={addButton}
        empty={{ title: t('organisation.staff.none'), action: addButton }}
      />
      {adding && <AddPersonDialog departmentId={departmentId} onMade={setMade} onClose={() => setAdding(false)} />}
      {made !== null && <MadePasswordBox made={made} onClose={() => setMade(null)} />}
    </div>
  );
}

const NO_DEPARTMENTS: readonly never[] = [];
