import { optionalText, text } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { Entity } from '../../../platform/entity/index.ts';
import type { Uses } from '../../../platform/entity/uses.ts';
import type { ModuleDb } from '../../../platform/db.ts';
import {
  sheetImport,
  type ImportRecord,
  type Judged,
  type SheetImport,
  type SkippedRecord,
} from '../../../platform/sheets/imports/declare.ts';
import { departmentsRepo, type DepartmentRow } from '../departments/departments.repo.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import { entitiesRepo, type PositionRow } from './entities.repo.ts';

const PATH_MAX = 400;

interface PositionParts {
  readonly tables: ModuleDb<OrganisationTables>;
  readonly uses: Uses;
  readonly position: Entity<'position'>;
}

interface Row {
  readonly name: string;
  readonly department_id?: string | undefined;
  readonly position_template_id?: string | undefined;
}

interface Context {
  readonly positions: ReadonlyMap<string, PositionRow>;
  readonly departments: readonly DepartmentRow[];
  readonly templates: ReadonlyMap<string, number>;
  readonly hasDepartment: boolean;
  readonly hasTemplate: boolean;
}

/** The ids of a position's references. */
interface Wanted {
  readonly department: number | null;
  readonly template: number | null;
}

/** Positions by name. A row adds a position, or changes department and common position of the one with its name. */
export const positionImport = (parts: PositionParts) =>
  sheetImport({
    kind: 'position',
    name: 'sheets.kinds.positions',
    columns: {
      name: {
        title: 'sheets.columns.name',
        schema: text(LIMITS.nameMax),
        required: true,
        note: 'sheets.notes.positionName',
        example: 'sheets.examples.position',
      },
      department_id: {
        title: 'entities.field.department_id',
        schema: optionalText(PATH_MAX),
        note: 'sheets.notes.department',
        example: 'sheets.examples.department',
        width: 36,
      },
      position_template_id: {
        title: 'entities.field.position_template_id',
        schema: optionalText(LIMITS.nameMax),
        note: 'sheets.notes.positionTemplate',
        example: { value: '' },
      },
    },
    key: ({ name }) => name,
    async open({ trx, caller, rows, fields, locks }): Promise<Context> {
      const { enterpriseId } = caller.actor;
      const db = parts.tables.within(trx);
      const repo = entitiesRepo(db, enterpriseId);
      const names = rows.map(({ name }) => name);
      const [positions, departments, templates] = [
        await repo.positionsNamed(names, locks),
        await departmentsRepo(db, enterpriseId).all(),
        await repo.enabledTemplates(),
      ];
      return {
        positions: new Map(positions.map((position) => [position.name, position])),
        departments,
        templates: new Map(templates.map(({ id, name }) => [name, id])),
        hasDepartment: fields.includes('department_id'),
        hasTemplate: fields.includes('position_template_id'),
      };
    },
    judge: judgePosition,
    async apply({ trx, caller, rows, context }) {
      const writes = rows.map(({ row }) => ({
        row,
        present: context.positions.get(row.name),
        wanted: wantedOf(row, context),
      }));
      const inputOf = ({ row, wanted }: (typeof writes)[number]) => ({
        name: row.name,
        department_id: wanted.department ?? undefined,
        position_template_id: wanted.template ?? undefined,
      });
      const added = writes.filter(({ present }) => present === undefined);
      const ids = await parts.position.service.writeMany(trx, caller.actor, {
        add: added.map(inputOf),
        edit: writes.flatMap((write) =>
          write.present
            ? [{ item: { id: write.present.id, version: write.present.version }, input: inputOf(write) }]
            : [],
        ),
      });
      const addedIds = new Map(added.map(({ row }, at) => [row.name, ids[at] as number]));
      const records = writes.map(({ row, present, wanted }): ImportRecord => ({
        key: String(present?.id ?? addedIds.get(row.name)),
        name: row.name,
        before: present ? [present.department_id, present.position_template_id] : null,
        after: [present ? present.version + 1 : 1, wanted.department, wanted.template],
      }));
      return { records };
    },
    undo: (given) => undoPositions(parts, given),
  });

function judgePosition(row: Row, context: Context): Judged {
  const present = context.positions.get(row.name);
  const wanted = placesOf(row, context, present);
  if ('fate' in wanted) return wanted;
  const state = [present ? [present.id, present.version] : null, wanted.department, wanted.template];
  if (!present) return { fate: 'new', state };
  const nameOf = (id: number | null): string => context.departments.find((one) => one.id === id)?.name ?? '';
  const was = {
    ...(present.department_id === wanted.department ? {} : { department_id: nameOf(present.department_id) }),
    ...(present.position_template_id === wanted.template
      ? {}
      : { position_template_id: present.position_template_name ?? '' }),
  };
  return Object.keys(was).length === 0 ? { fate: 'same', state } : { fate: 'changed', state, was };
}

function wantedOf(row: Row, context: Context): Wanted {
  const wanted = placesOf(row, context, context.positions.get(row.name));
  if ('fate' in wanted) throw new Error(`the position ${row.name} was refused and is written`);
  return wanted;
}

/** The department and the common position that a row names. A missing column keeps the present ones. */
function placesOf(
  row: Row,
  context: Context,
  present: PositionRow | undefined,
): Wanted | Extract<Judged, { fate: 'refused' }> {
  const department = context.hasDepartment
    ? departmentOf(row.department_id ?? '', context.departments, present?.department_id ?? null)
    : (present?.department_id ?? null);
  if (department === 'unknown' || department === 'several')
    return {
      fate: 'refused',
      field: 'department_id',
      reason: department === 'unknown' ? 'sheets.reasons.departmentUnknown' : 'sheets.reasons.departmentSeveral',
      params: { text: row.department_id ?? '' },
    };
  const template = templateOf(row.position_template_id ?? '', context, present);
  if (template === 'unknown')
    return {
      fate: 'refused',
      field: 'position_template_id',
      reason: 'sheets.reasons.templateUnknown',
      params: { text: row.position_template_id ?? '' },
    };
  return { department, template };
}

/** A common position by its name. A disabled one may stay on the position that has it. */
function templateOf(name: string, { hasTemplate, templates }: Context, present: PositionRow | undefined) {
  if (!hasTemplate) return present?.position_template_id ?? null;
  if (name === '') return null;
  if (present && present.position_template_name === name) return present.position_template_id;
  return templates.get(name) ?? 'unknown';
}

/**
 * A department by its path from any of its ancestors: 设计院/建筑一所. A name alone is enough when only one department has
 * it. The export writes names alone, so the present department is preferred.
 */
export function departmentOf(
  path: string,
  departments: readonly Pick<DepartmentRow, 'id' | 'name' | 'parent_id'>[],
  present: number | null,
): number | null | 'unknown' | 'several' {
  const names = path
    .normalize('NFKC')
    .split(/[/>\\]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  const byId = new Map(departments.map((department) => [department.id, department]));
  const matches = (id: number | null, left: readonly string[]): boolean => {
    if (left.length === 0) return true;
    const department = id === null ? undefined : byId.get(id);
    return (
      department?.name.normalize('NFKC') === left.at(-1) && matches(department?.parent_id ?? null, left.slice(0, -1))
    );
  };
  const found = departments.filter(({ id }) => matches(id, names));
  // A path from the top is complete, even when a deeper department ends in the same names.
  const fromTop = found.filter(({ id }) => depthOf(id, byId) === names.length);
  const [only, second] = fromTop.length === 1 ? fromTop : found;
  if (!only) return 'unknown';
  if (!second) return only.id;
  return found.some(({ id }) => id === present) ? present : 'several';
}

function depthOf(id: number, byId: ReadonlyMap<number, { readonly parent_id: number | null }>): number {
  const parent = byId.get(id)?.parent_id ?? null;
  return parent === null ? 1 : 1 + depthOf(parent, byId);
}

/** Removes added positions and gives changed ones their old values, unless they changed or are in use. */
async function undoPositions(
  parts: PositionParts,
  { trx, caller, records }: Parameters<SheetImport['undo']>[0],
): Promise<SkippedRecord[]> {
  const { enterpriseId } = caller.actor;
  const ids = records.map(({ key }) => Number(key));
  const rows = await entitiesRepo(parts.tables.within(trx), enterpriseId).positionsById(ids);
  const known = new Map(rows.map((row) => [row.id, row]));
  const added = records.filter(({ before }) => before === null).map(({ key }) => Number(key));
  const used = await parts.uses.of('position', enterpriseId, added, trx);
  const skipped: SkippedRecord[] = [];
  const remove: { id: number; version: number }[] = [];
  const edit: { item: { id: number; version: number }; input: Record<string, unknown> }[] = [];
  for (const { key, name, before, after } of records) {
    const id = Number(key);
    const row = known.get(id);
    const [version] = after as [number];
    if (!row) skipped.push({ name, reason: 'sheets.reasons.gone' });
    else if (row.version !== version) skipped.push({ name, reason: 'sheets.reasons.changedSince' });
    else if (before !== null) {
      const [department, template] = before as [number | null, number | null];
      const input = { name, department_id: department ?? undefined, position_template_id: template ?? undefined };
      edit.push({ item: { id, version }, input });
    } else if (used.has(id)) skipped.push({ name, reason: 'sheets.reasons.inUse' });
    else remove.push({ id, version });
  }
  await parts.position.service.writeMany(trx, caller.actor, { edit, remove });
  return skipped;
}
