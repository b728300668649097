import { useState } from 'react';
import type { Department } from '@prdm/contract/organisation';
import { number } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { toggled, unfolded } from '../organisation.logic.ts';

const INDENT = 16;
const LIST_INDENT = 20;

/**
 * Departments with their number of people, including those below. The chosen department filters the list beside the
 * tree.
 */
export function DepartmentTree(props: {
  departments: readonly Department[];
  chosen: number | null;
  onChoose: (id: number | null) => void;
}) {
  const t = useT();
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const parents = new Set(props.departments.map(({ parent_id }) => parent_id));
  return (
    <nav className="staff-tree" aria-label={t('organisation.departments.tree')}>
      <ul>
        <li className="tree-line" data-chosen={props.chosen === null}>
          <span className="tree-fold" aria-hidden="true" />
          <button
            type="button"
            className="tree-name"
            aria-current={props.chosen === null ? 'true' : undefined}
            onClick={() => props.onChoose(null)}
          >
            {t('organisation.departments.all')}
          </button>
        </li>
        {unfolded(props.departments, folded).map((department) => {
          const isChosen = props.chosen === department.id;
          const isFolded = folded.has(department.id);
          return (
            <li
              key={department.id}
              className="tree-line"
              data-chosen={isChosen}
              style={{ paddingLeft: (department.level - 1) * INDENT }}
            >
              {parents.has(department.id) ? (
                <FoldButton
                  name={department.name}
                  isFolded={isFolded}
                  onToggle={() => setFolded(toggled(folded, department.id))}
                />
              ) : (
                <span className="tree-fold" aria-hidden="true" />
              )}
              <button
                type="button"
                className="tree-name"
                aria-current={isChosen ? 'true' : undefined}
                title={department.name}
                onClick={() => props.onChoose(isChosen ? null : department.id)}
              >
                <span className="ellipsis">{department.name}</span>
                <span className="tree-count tabular">{number(department.members_below)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The name of a department in a list, indented by its level. Without `onFold` the row cannot be folded. */
export function DepartmentName(props: {
  row: Department;
  all: readonly Department[];
  folded: ReadonlySet<number>;
  onFold?: (id: number) => void;
}) {
  const { id, name, level } = props.row;
  const { onFold } = props;
  const canFold = onFold !== undefined && props.all.some(({ parent_id }) => parent_id === id);
  return (
    <span className="department-name" style={{ paddingLeft: (level - 1) * LIST_INDENT }}>
      {canFold ? (
        <FoldButton name={name} isFolded={props.folded.has(id)} onToggle={() => onFold(id)} />
      ) : (
        <span className="tree-fold" aria-hidden="true" />
      )}
      <span className="ellipsis" title={name}>
        {name}
      </span>
    </span>
  );
}

function FoldButton(props: { name: string; isFolded: boolean; onToggle: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      className="tree-fold"
      aria-expanded={!props.isFolded}
      aria-label={t(props.isFolded ? 'organisation.departments.unfold' : 'organisation.departments.fold', {
        name: props.name,
      })}
      onClick={(event) => {
        // On a phone the click would also reach the card, which is a button.
        event.stopPropagation();
        props.onToggle();
      }}
    >
      <Icon name={props.isFolded ? 'right' : 'down'} size={12} />
    </button>
  );
}
