import { FOLDER_RIGHTS, type FolderRight } from '@prdm/contract/status';
import { standardName, useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import type { PermissionRow } from '../../files.queries.ts';
import { inheritedOf, isFree, keyOf, sourceOf } from './permission-rules.ts';

/** Names of standard roles are translated. */
export const nameOf = ({ to_kind, name }: PermissionRow): string =>
  to_kind === 'person' ? name : standardName('roles', name);

/**
 * The matrix. Inherited rights are grey and name their source. Rights that the caller does not hold cannot be changed.
 */
export function PermissionTable(props: {
  rows: readonly PermissionRow[];
  own: readonly FolderRight[];
  rightsOf: (row: PermissionRow) => readonly FolderRight[];
  onToggle: (row: PermissionRow, right: FolderRight) => void;
}) {
  const t = useT();
  return (
    <table className="rights-table">
      <thead>
        <tr>
          <th scope="col">{t('files.rights.who')}</th>
          {FOLDER_RIGHTS.map((right) => (
            <th key={right} scope="col" title={t(`files.rights.means.${right}`)}>
              {t(`files.rights.name.${right}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">
              <span className="rights-who" title={nameOf(row)}>
                <Icon name={row.to_kind === 'person' ? 'user' : 'role'} size={14} />
                <span className="ellipsis">{nameOf(row)}</span>
              </span>
            </th>
            {FOLDER_RIGHTS.map((right) => (
              <Cell key={right} {...props} row={row} right={right} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell(props: {
  row: PermissionRow;
  right: FolderRight;
  own: readonly FolderRight[];
  rightsOf: (row: PermissionRow) => readonly FolderRight[];
  onToggle: (row: PermissionRow, right: FolderRight) => void;
}) {
  const t = useT();
  const { row, right, own } = props;
  const isInherited = inheritedOf(row).has(right);
  const why = isInherited
    ? t('files.rights.inherited', { folder: sourceOf(row, right) ?? '' })
    : own.includes(right)
      ? undefined
      : t('files.rights.notYours');
  return (
    <td title={why} data-inherited={isInherited}>
      <input
        type="checkbox"
        aria-label={`${nameOf(row)} ${t(`files.rights.name.${right}`)}`}
        aria-description={why}
        checked={props.rightsOf(row).includes(right)}
        disabled={!isFree(row, right, own)}
        onChange={() => props.onToggle(row, right)}
      />
    </td>
  );
}
