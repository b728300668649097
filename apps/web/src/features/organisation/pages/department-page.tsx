import { useMemo, useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { departmentEdit, type Department } from '@prdm/contract/organisation';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useAppState } from '../../../lib/app-state.ts';
import { useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/session/access.ts';
import { numberColumn, textColumn } from '../../../ui/crud/columns.tsx';
import { CrudList } from '../../../ui/crud/crud-list.tsx';
import { gripColumn, moveActs } from '../../../ui/crud/entity-columns.tsx';
import { dropClass, type Dragging } from '../../../ui/crud/grip.tsx';
import { useOrder } from '../../../ui/crud/use-order.ts';
import { useListView } from '../../../ui/table/use-list-view.ts';
import { keptBy, narrowed, toggled, unfolded } from '../organisation.logic.ts';
import { useDepartments } from '../organisation.queries.ts';
import { DEPARTMENT_FORM } from '../parts/department-form.tsx';
import { DepartmentName } from '../parts/department-tree.tsx';
import { useDepartmentActs } from '../use-department-acts.ts';
import '../../../ui/crud/crud.css';
import '../parts/organisation.css';

const NOTHING: ReadonlySet<number> = new Set();
const NONE: readonly Department[] = [];
const parentOf = ({ parent_id }: Department): number | null => parent_id;

/** The departments as a list with folding rows, at most five levels deep. A department moves within its parent. */
export default function DepartmentPage() {
  const t = useT();
  const view = useListView();
  const query = useDepartments();
  useErrorPage(query.error);
  const mayWrite = useMay()(departmentEdit);
  const isPhone = useAppState(({ device }) => device === 'mobile');
  const acts = useDepartmentActs();
  const [folded, setFolded] = useState<ReadonlySet<number>>(NOTHING);
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [told, setTold] = useState('');
  // A search ignores folding. On a phone the whole card is a button, which must not contain another button.
  const shut = isPhone || view.word !== '' ? NOTHING : folded;
  const onFold = isPhone ? undefined : (id: number) => setFolded(toggled(folded, id));

  const given = query.data?.list ?? NONE;
  const nameOf = (id: number): string => given.find((each) => each.id === id)?.name ?? '';
  const { rows, beside, moveTo, step } = useOrder(
    given,
    (to, before) => acts.move(to, before, nameOf(to.id)),
    parentOf,
  );
  const shown = useMemo(() => unfolded(narrowed(rows, view.word), shut), [rows, view.word, shut]);
  /** The place among its siblings of a row that is dragged to a place in the list. */
  const placeOf = ({ id, to }: Dragging): Dragging => {
    const above = shown.filter((each) => each.id !== id).slice(0, to);
    const siblings = beside(id);
    return { id, to: above.filter((each) => siblings.includes(each)).length };
  };
  const announce = (id: number, to: number | null) => {
    if (to !== null) setTold(t('entities.movedTo', { name: nameOf(id), n: to + 1, total: beside(id).length }));
  };
  const onStep = (id: number, by: 1 | -1) => announce(id, step(id, by));
  const onDrop = (id: number, to: number) => {
    const place = placeOf({ id, to }).to;
    moveTo(id, place);
    announce(id, place);
  };
  const canMove = mayWrite && view.word === '';
  const order = { isTouch: isPhone, count: shown.length, indexOf: indexIn(shown), onStep };
  const grips = { ...order, onDrop, onOver: (over: Dragging | null) => setDragging(over && placeOf(over)) };
  return (
    <>
      <CrudList<Department>
        form={DEPARTMENT_FORM}
        id="departments"
        about={t('organisation.departments.noneText')}
        mayWrite={mayWrite}
        columns={[
          ...(canMove ? [gripColumn<Department>(t, ({ name }) => name, grips)] : []),
          {
            key: 'name',
            title: t('organisation.departments.name'),
            fixed: true,
            width: 280,
            card: 'title',
            render: (row) => <DepartmentName row={row} all={rows} folded={shut} onFold={onFold} />,
          },
          textColumn(t, 'leader_name', 'organisation.departments.leader', { width: 120 }),
          textColumn(t, 'leading_manager_name', 'organisation.departments.leadingManager', {
            width: 120,
            card: undefined,
          }),
          textColumn(t, 'company_name', 'organisation.departments.company', { width: 140, card: undefined }),
          numberColumn(t, 'members', 'organisation.departments.members'),
          numberColumn(t, 'members_below', 'organisation.departments.membersBelow', { card: 'end' }),
          {
            key: 'production',
            title: t('organisation.departments.kind'),
            render: (row) => t(`organisation.departments.${row.is_production ? 'isProduction' : 'isNot'}`),
          },
        ]}
        query={{
          data: query.data && { list: shown, total: shown.length },
          error: query.error,
          isFetching: query.isFetching,
          refetch: query.refetch,
        }}
        view={view}
        onMove={canMove ? ({ id }, by) => onStep(id, by) : undefined}
        rowClass={(row) => (dragging === null ? '' : dropClass(row, beside(dragging.id), dragging))}
        actsOf={(row, { add, edit }) => {
          const kept = keptBy(rows, row);
          const siblings = beside(row.id);
          return [
            {
              key: 'add',
              icon: 'plus',
              label: t('organisation.departments.addBelow', row),
              why: row.level >= LIMITS.departmentLevels ? t('organisation.tooDeep') : null,
              run: () => add({ parent_id: row.id }),
            },
            { key: 'edit', icon: 'edit', label: t('organisation.departments.editNamed', row), run: () => edit(row) },
            ...moveActs(t, canMove ? { ...order, count: siblings.length, indexOf: indexIn(siblings) } : null, row.id),
            {
              key: 'del',
              icon: 'trash',
              label: t('organisation.departments.removeNamed', row),
              danger: true,
              why: kept === null ? null : t(`organisation.departments.kept.${kept}`),
              run: () => acts.remove(row),
            },
          ];
        }}
      />
      <p className="visually-hidden" role="status" aria-live="assertive">
        {told}
      </p>
    </>
  );
}

const indexIn =
  (list: readonly Department[]) =>
  (id: number): number =>
    list.findIndex((each) => each.id === id);
