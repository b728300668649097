import { useState, type KeyboardEvent } from 'react';
import type { Staffing } from '@prdm/contract/projects/staffing';
import { standardName, useT } from '../../../../lib/i18n.ts';
import { useAppState } from '../../../../lib/app-state.ts';
import type { PersonOption } from '../../../../ui/people/people-picker.tsx';
import { StaffingCell } from './staffing-cell.tsx';
import { beside, keyOf, peopleIn, type Changes, type Place } from './staffing.logic.ts';

/** The columns keep their width while a cell is open. */
const DISCIPLINE_PX = 128;
const CELL_PX = 168;

/** Disciplines as rows and roles as columns. On a phone each discipline is a list of its roles. */
export function StaffingGrid(props: {
  projectId: number;
  staffing: Staffing;
  roles: Staffing['roles'];
  changes: Changes;
  nameOf: (id: number) => string;
  known: readonly PersonOption[];
  mayChange: boolean;
  onChange: (place: Place, userIds: number[]) => void;
}) {
  const t = useT();
  const isPhone = useAppState(({ device }) => device === 'mobile');
  const [open, setOpen] = useState<string | null>(null);
  const [focused, setFocused] = useState<readonly [row: number, column: number]>([0, 0]);
  const [hasMoved, setMoved] = useState(false);
  const { staffing, roles, changes, nameOf } = props;
  const rows = [
    ...staffing.professions.map(({ id, name }) => ({
      id: id as number | null,
      name: standardName('profession', name),
    })),
    { id: null, name: t('projects.members.everyProfession') },
  ];
  const onKey = (row: number, column: number) => (event: KeyboardEvent) => {
    const next = beside([row, column], event.key, rows.length, roles.length);
    if (next === null) return;
    event.preventDefault();
    setFocused(next);
    setMoved(true);
  };
  const cell = (row: number, column: number) => {
    const [profession, role] = [rows[row], roles[column]];
    if (profession === undefined || role === undefined) return null;
    const place = { professionId: profession.id, roleId: role.id };
    const key = keyOf(place);
    const userIds = peopleIn(staffing, changes, place);
    if (!props.mayChange)
      return <span className="staffing-names">{userIds.map(nameOf).join(t('projects.overview.and'))}</span>;
    const isHere = focused[0] === row && focused[1] === column;
    return (
      <StaffingCell
        projectId={props.projectId}
        label={`${profession.name} · ${standardName('roles', role.name)}`}
        userIds={userIds}
        nameOf={nameOf}
        known={props.known}
        isChanged={changes.has(key)}
        isClashed={changes.get(key)?.clashed === true}
        isOpen={open === key}
        isTabStop={isPhone || isHere}
        isFocused={hasMoved && isHere}
        onOpen={() => {
          setFocused([row, column]);
          setMoved(false);
          setOpen(key);
        }}
        onClose={(focusStays) => {
          setMoved(focusStays);
          setOpen((now) => (now === key ? null : now));
        }}
        onChange={(ids) => props.onChange(place, ids)}
        onKey={isPhone ? undefined : onKey(row, column)}
      />
    );
  };
  if (isPhone)
    return (
      <div className="staffing-cards" data-staffing="cards">
        {rows.map(({ id, name }, row) => (
          <section key={id ?? 0} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {roles.map((role, column) => (
                <div key={role.id}>
                  <dt>{standardName('roles', role.name)}</dt>
                  <dd>{cell(row, column)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    );
  return (
    <div className="staffing-scroll" data-staffing="grid">
      <table
        className="staffing-table"
        role="grid"
        aria-label={t('projects.staffing.title')}
        style={{ minWidth: DISCIPLINE_PX + roles.length * CELL_PX }}
      >
        <thead>
          <tr>
            <th scope="col">{t('config.kind.profession')}</th>
            {roles.map(({ id, name }) => (
              <th key={id} scope="col">
                {standardName('roles', name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name }, row) => (
            <tr key={id ?? 0}>
              <th scope="row">{name}</th>
              {roles.map((role, column) => (
                <td key={role.id}>{cell(row, column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
