import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { standardName, useT } from '../../../lib/i18n.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { COLUMNS, found, matrix, moduleName, rightName } from './roles.logic.ts';
import { useGrantable, useRole, useRoleList } from './roles.queries.ts';
import './roles.css';

const ROWS = matrix();

/** The function access of a role: modules and actions, with a search and the differences to another role. */
export function AccessMatrix(props: {
  value?: readonly string[];
  onChange?: (nodes: string[]) => void;
  roleId: number | null;
  readOnly: boolean;
}) {
  const t = useT();
  const [word, setWord] = useState('');
  const [otherId, setOtherId] = useState<number | null>(null);
  const grantable = useGrantable().data?.nodes;
  const roles = useRoleList().data?.list ?? [];
  const other = useRole(otherId).data?.access;
  const held = new Set(props.value ?? []);
  const rows = found(t, ROWS, word);
  const differs = (node: string): boolean => other !== undefined && other.includes(node) !== held.has(node);
  const count = ROWS.flatMap(({ cells }) => Object.values(cells).flat()).filter(differs).length;
  const toggle = (node: string, on: boolean) =>
    props.onChange?.(on ? [...held, node] : [...held].filter((one) => one !== node));
  const cell = (node: string) => {
    const lacks = grantable !== undefined && grantable.find((one) => one.node === node)?.range == null;
    return (
      <span key={node} className="role-right" data-differs={differs(node) || undefined}>
        <Checkbox
          checked={held.has(node)}
          disabled={props.readOnly || lacks}
          title={lacks ? t('roles.youLack') : undefined}
          onChange={({ target }) => toggle(node, target.checked)}
        >
          {rightName(t, 'access', node)}
        </Checkbox>
        {differs(node) && (
          <span className="role-difference">{t(held.has(node) ? 'roles.onlyHere' : 'roles.onlyThere')}</span>
        )}
      </span>
    );
  };
  return (
    <div className="role-matrix">
      <div className="role-tools">
        <Input
          type="search"
          className="role-search"
          aria-label={t('roles.searchRights')}
          placeholder={t('roles.searchRights')}
          value={word}
          onChange={({ target }) => setWord(target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
        <Select
          aria-label={t('roles.compare')}
          placeholder={t('roles.compare')}
          allowClear
          value={otherId ?? undefined}
          options={roles
            .filter(({ id }) => id !== props.roleId)
            .map(({ id, name }) => ({ value: id, label: standardName('roles', name) }))}
          onChange={(id: number | undefined) => setOtherId(id ?? null)}
        />
        {other !== undefined && <span role="status">{t('roles.differences', { count })}</span>}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('roles.module')}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`roles.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ module, cells }) => (
            <tr key={module}>
              <th scope="row">{moduleName(t, module)}</th>
              {COLUMNS.map((column) => (
                <td key={column} data-column={t(`roles.column.${column}`)}>
                  {cells[column].map(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="muted">{t('roles.noRight')}</p>}
    </div>
  );
}
