import { seesContent, type Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import type { Lang } from '@prdm/locales';
import { keyInData } from '@prdm/locales/text-key';
import { contactOf } from '../../../../platform/content/content.ts';
import { refuseTooMany } from '../../../../platform/entity/entity.sheet.ts';
import { writeSheet, type SheetColumn } from '../../../../platform/sheets/write-sheet.ts';
import { standardName, translate } from '../../../../platform/translate.ts';
import { departmentsRepo } from '../../departments/departments.repo.ts';
import { staffFilter, type ReadParts, type StaffQuery } from '../../organisation.reads.ts';
import { recordsRepo } from '../records/records.repo.ts';
import { staffRepo } from '../staff.repo.ts';
import { departmentPath } from './choices.ts';
import { NAMING, STAFF_COLUMNS, STANDARD, type NamingField, type StaffField } from './columns.ts';

const CONTACT: readonly StaffField[] = ['phone', 'email'];
const FIELDS = Object.keys(STAFF_COLUMNS) as StaffField[];

/**
 * The people of a list as a spreadsheet with the columns of the import, in the order of the list. Throws 1001 for more than
 * LIMITS.exportMax people.
 */
export async function staffSheet(
  parts: ReadParts,
  principal: Principal,
  query: Pick<StaffQuery, 'word' | 'departmentId' | 'status'>,
  lang: Lang,
): Promise<Uint8Array> {
  const { enterpriseId } = principal;
  const db = parts.tables.read;
  const repo = staffRepo(db, enterpriseId);
  const filter = await staffFilter(parts, principal, query);
  refuseTooMany(await repo.countAll(filter));
  const rows = await repo.page(filter, 0, LIMITS.exportMax);
  const records = recordsRepo(db, enterpriseId);
  const [leaders, positions, tree, entries] = await Promise.all([
    records.byIds([...new Set(rows.flatMap(({ leader_id: id }) => id ?? []))]),
    repo.positionNames(rows.flatMap(({ position_id: id }) => id ?? [])),
    departmentsRepo(db, enterpriseId).all(),
    parts.config.entries(
      enterpriseId,
      rows.flatMap((row) => [row.profession_id, row.position_title_id, row.company_id].flatMap((id) => id ?? [])),
    ),
  ]);
  const accounts = new Map(leaders.map(({ user_id: id, account }) => [id, account]));
  const paths = new Map(tree.map(({ id }) => [id, departmentPath(tree, id)]));
  const positionOf = new Map(positions.map(({ id, name }) => [id, name]));
  const nameOf = (field: NamingField, id: number | null): string => {
    const name = (field === 'position_id' ? positionOf.get(id ?? 0) : entries.get(id ?? 0)?.name) ?? '';
    return standardName(lang, STANDARD[field], name);
  };
  const valueOf = (field: StaffField, row: (typeof rows)[number]) => {
    if (field === 'department_id') return paths.get(row.department_id ?? 0) ?? '';
    if (field === 'leader_id') return accounts.get(row.leader_id ?? 0) ?? '';
    if (field === 'phone' || field === 'email') return contactOf(row.user_id, row[field]);
    if (field === 'sex') return row.sex === '' ? '' : translate(lang, keyInData(`organisation.sex.${row.sex}`));
    const kind = NAMING.find((one) => one === field);
    return kind === undefined ? row[field as Exclude<StaffField, NamingField>] : nameOf(kind, row[kind]);
  };
  const shown = FIELDS.filter((field) => !CONTACT.includes(field) || seesContent(principal, 'contact'));
  return writeSheet({
    name: translate(lang, 'sheets.kinds.staff'),
    rows,
    reader: principal,
    columns: shown.map((field): SheetColumn<(typeof rows)[number]> => {
      const column = STAFF_COLUMNS[field];
      return {
        title: translate(lang, column.title),
        width: 'width' in column ? column.width : 18,
        kind: 'kind' in column ? column.kind : 'text',
        value: (row) => valueOf(field, row),
      };
    }),
  });
}
