import { COUNTRY_WITH_LISTS } from '@prdm/contract/areas/areas';
import type { ProjectInfo, ProjectMember } from '@prdm/contract/projects';
import { standardName } from '../../lib/i18n.ts';

type Values = Record<string, unknown>;

/** The units of nearly every project. */
export const UNITS: Values = {
  land_area_unit: 'm2',
  build_area_unit: 'm2',
  bim_area_unit: 'm2',
  height_unit: 'm',
};

/** Initial values of a new sheet. */
export const NEW_SHEET: Values = { ...UNITS, country: COUNTRY_WITH_LISTS };

/** The fields of the form without the manager, whom only a hand-over changes. */
export const SHEET_FIELDS = [
  'name',
  'short_name',
  'thumb',
  'item_number',
  'contract_number',
  'type_id',
  'stage_id',
  'department_id',
  'client',
  'client_contact',
  'service_content_ids',
  'label_ids',
  'secret_level',
  'grade_id',
  'industry_id',
  'task_type_id',
  'total_hours',
  'profession_ids',
  'director_id',
  'equipment_director_id',
  'leading_manager_id',
  'business_manager_id',
  'structure_type_id',
  'site',
  'address',
  'country',
  'province',
  'city',
  'location',
  'datum',
  'floors_above',
  'floors_below',
  'height',
  'height_unit',
  'construction_start',
  'construction_end',
  'land_area',
  'land_area_unit',
  'build_area',
  'build_area_unit',
  'bim_area',
  'bim_area_unit',
] as const;

/** The input of a call from the form values. An omitted field becomes empty on the server. */
export function sheetOf(values: Values): Values {
  return Object.fromEntries(
    SHEET_FIELDS.map((name) => [name, values[name]] as const).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );
}

/** The form values of a saved project. Numbers become text, because the form keeps every typed digit. */
export function formOf(info: ProjectInfo): Values {
  const known: Values = {
    ...info,
    profession_ids: info.professions.map(({ id }) => id),
    service_content_ids: info.service_contents.map(({ id }) => id),
    label_ids: info.labels.map(({ id }) => id),
    grade_id: info.grade?.id,
    industry_id: info.industry?.id,
    task_type_id: info.task_type?.id,
    structure_type_id: info.structure_type?.id,
    director_id: info.director?.id,
    equipment_director_id: info.equipment_director?.id,
    leading_manager_id: info.leading_manager?.id,
    business_manager_id: info.business_manager?.id,
  };
  const amounts = ['land_area', 'build_area', 'bim_area', 'height', 'floors_above', 'floors_below', 'total_hours'];
  return Object.fromEntries(
    SHEET_FIELDS.map((name) => {
      const value = known[name];
      if (value === null || value === '') return [name, undefined];
      return [name, amounts.includes(name) && value !== undefined ? String(value) : value];
    }),
  );
}

/** The people that the sheet names. The pickers need their names, because some of them may have left. */
export const namedPeople = (info: ProjectInfo): { id: number; name: string }[] =>
  [info.director, info.equipment_director, info.leading_manager, info.business_manager].filter(
    (person) => person !== null,
  );

export interface HeldRole {
  readonly role_id: number;
  readonly profession_id: number | null;
}

/** The roles of a member, split for the form. The manager's own role is `kept`, all others are `open` for changes. */
export function editableRoles(member: ProjectMember): { kept: HeldRole[]; open: HeldRole[] } {
  const all = member.roles.map(({ id, key, profession_id }) => ({ key, role_id: id, profession_id }));
  const isKept = (role: { key: string | null }): boolean => member.is_manager && role.key === MANAGER_ROLE;
  const plain = ({ role_id, profession_id }: HeldRole): HeldRole => ({ role_id, profession_id });
  return { kept: all.filter(isKept).map(plain), open: all.filter((role) => !isKept(role)).map(plain) };
}

/** Key of the manager role. Only the creation of a project and a hand-over assign it. */
export const MANAGER_ROLE = 'project_manager';

/** The input of a call: complete roles without duplicates. */
export function rolesOnWire(roles: readonly Partial<HeldRole>[]): { role_id: number; profession_id?: number }[] {
  const seen = new Set<string>();
  return roles.flatMap(({ role_id, profession_id }) => {
    const key = `${role_id ?? 0} ${profession_id ?? 0}`;
    if (role_id === undefined || seen.has(key)) return [];
    seen.add(key);
    return [profession_id ? { role_id, profession_id } : { role_id }];
  });
}

/** The open work in a refused archiving. An empty list when the data has none. */
export function openWorkIn(data: unknown): { kind: string; count: number }[] {
  const { open } = (typeof data === 'object' && data !== null ? data : {}) as { open?: unknown };
  if (!Array.isArray(open)) return [];
  return open.flatMap((entry: unknown) => {
    const { kind, count } = (typeof entry === 'object' && entry !== null ? entry : {}) as {
      kind?: unknown;
      count?: unknown;
    };
    return typeof kind === 'string' && typeof count === 'number' ? [{ kind, count }] : [];
  });
}

/** The members whose name, account, department, partner company or role names contain the word. */
export function membersMatching(members: readonly ProjectMember[], word: string): ProjectMember[] {
  const wanted = word.trim().toLowerCase();
  return members.filter((member) =>
    [
      member.name,
      member.account,
      member.department_name,
      member.firm,
      ...member.roles.flatMap(({ name }) => [name, standardName('roles', name)]),
    ]
      .join(' ')
      .toLowerCase()
      .includes(wanted),
  );
}
