import type { ReactNode } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import type { Department } from '@prdm/contract/organisation';
import { number } from '../../../lib/format.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { keptBy } from '../organisation.logic.ts';
import { FoldButton } from './department-tree.tsx';

const INDENT = 20;

interface Acts {
  /** Folded departments. Null on a phone: there the whole card is a button, which must not contain another button. */
  readonly folded: ReadonlySet<number> | null;
  readonly onFold: (id: number) => void;
  readonly onAdd: (department: Department) => void;
  readonly onEdit: (department: Department) => void;
  readonly onRemove: (department: Department) => void | Promise<void>;
}

export function departmentColumns(t: Translate, all: readonly Department[], acts: Acts): PageColumn<Department>[] {
  const parents = new Set(all.map(({ parent_id }) => parent_id));
  return [
    {
      key: 'name',
      title: t('organisation.departments.name'),
      fixed: true,
      width: 360,
      card: 'title',
      render: ({ id, name, level }) => (
        <span className="department-name" style={{ paddingLeft: (level - 1) * INDENT }}>
          {acts.folded !== null && parents.has(id) ? (
            <FoldButton name={name} isFolded={acts.folded.has(id)} onToggle={() => acts.onFold(id)} />
          ) : (
            <span className="tree-fold" aria-hidden="true" />
          )}
          <span className="ellipsis" title={name}>
            {name}
          </span>
        </span>
      ),
    },
    {
      key: 'leader',
      title: t('organisation.departments.leader'),
      width: 140,
      card: 'line',
      render: ({ leader_name }) => leader_name,
    },
    {
      key: 'members',
      title: t('organisation.departments.members'),
      width: 110,
      align: 'right',
      render: ({ members }) => number(members),
    },
    {
      key: 'members_below',
      title: t('organisation.departments.membersBelow'),
      width: 140,
      align: 'right',
      card: 'end',
      render: ({ members_below: below }) => number(below),
    },
    {
      key: 'production',
      title: t('organisation.departments.kind'),
      render: ({ is_production: isProduction }) =>
        t(isProduction ? 'organisation.departments.isProduction' : 'organisation.departments.isNot'),
    },
    {
      key: 'acts',
      title: t('organisation.field.actions'),
      width: 80,
      align: 'right',
      card: 'end',
      render: (department) => actsOf(t, all, department, acts),
    },
  ];
}

function actsOf(t: Translate, all: readonly Department[], department: Department, acts: Acts): ReactNode {
  const { name } = department;
  const isDeepest = department.level >= LIMITS.departmentLevels;
  const kept = keptBy(all, department);
  return (
    <RowMenu
      name={name}
      acts={[
        {
          key: 'add',
          icon: 'plus',
          label: t('organisation.departments.addBelow', { name }),
          why: isDeepest ? t('organisation.tooDeep') : null,
          run: () => acts.onAdd(department),
        },
        {
          key: 'edit',
          icon: 'edit',
          label: t('organisation.departments.editNamed', { name }),
          run: () => acts.onEdit(department),
        },
        {
          key: 'remove',
          icon: 'trash',
          label: t('organisation.departments.removeNamed', { name }),
          danger: true,
          why: kept === null ? null : t(`organisation.departments.kept.${kept}`),
          run: () => acts.onRemove(department),
        },
      ]}
    />
  );
}
