import type { Principal } from '@prdm/access';
import { FRESH_MAX, type ActionLogRow } from '@prdm/contract/organisation/action-log';
import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { Lang } from '@prdm/locales';
import { SYSTEM_NAME } from '../../../platform/actor.ts';
import type { ModuleDb } from '../../../platform/db.ts';
import { refuseTooMany } from '../../../platform/entity/entity.sheet.ts';
import type { ShownRecords } from '../../../platform/ids/shown-records.ts';
import { translate } from '../../../platform/translate.ts';
import type { AuditTables } from '../audit.repo.ts';
import { shownTo } from '../shown-to.ts';
import { linkFor } from './action-links.ts';
import { idsIn, valueText, type Names } from './action-values.ts';
import { actionText, fieldText, kindText } from './action-words.ts';
import { logRepo, type LogFilter, type StoredAction } from './log.repo.ts';

export interface LogReader {
  readonly principal: Principal;
  readonly lang: Lang;
  readonly records: ShownRecords;
}

/** The filters of a call without the person, who is a judged record. */
interface GivenFilter {
  readonly area?: string | undefined;
  readonly event?: string | undefined;
  readonly record?: string | undefined;
  readonly word?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

function filterOf(given: GivenFilter, userId: number | null): LogFilter {
  const [kind = '', id] = given.record?.split(':') ?? [];
  const record = given.record === undefined ? null : { kind, id: Number(id) };
  const { area, event, word, from, to } = given;
  return { userId, record, area, event, word, from, to };
}

const repoFor = (tables: ModuleDb<AuditTables>, { principal }: LogReader) =>
  logRepo(tables.read, principal.enterpriseId, [...(principal.hiddenProjects ?? [])]);

/** The log for its readers: a page of it, and every row of a filter. */
export const actionLog = (tables: ModuleDb<AuditTables>) => ({
  filterOf,
  list: (reader: LogReader, filter: LogFilter, window: Window) => listLog(tables, reader, filter, window),
  /** The number of newer rows than the row `after`, at most FRESH_MAX. */
  countBehind: (reader: LogReader, filter: LogFilter, after: number) =>
    repoFor(tables, reader).countBehind(filter, after, FRESH_MAX),
  whole: (reader: LogReader, filter: LogFilter) => wholeLog(tables, reader, filter),
});
export type ActionLog = ReturnType<typeof actionLog>;

interface Window {
  readonly page: number;
  readonly size: number;
  readonly ispage?: 'not' | undefined;
}

/** A page of the log in the reader's language, newest first. */
async function listLog(
  tables: ModuleDb<AuditTables>,
  reader: LogReader,
  filter: LogFilter,
  { page, size, ispage }: Window,
): Promise<{ list: ActionLogRow[]; total: number; page?: number; size?: number }> {
  const repo = repoFor(tables, reader);
  const whole = ispage === 'not';
  const window = whole ? { limit: LIMITS.unpagedMax, offset: 0 } : { limit: size, offset: (page - 1) * size };
  const [rows, total] = await Promise.all([repo.page(filter, window), repo.count(filter)]);
  const list = await shownRows(reader, rows);
  return whole ? { list, total } : { list, total, page, size };
}

/** Every row of the filter for an export. Throws 1001 for more than LIMITS.exportMax. */
async function wholeLog(tables: ModuleDb<AuditTables>, reader: LogReader, filter: LogFilter): Promise<ActionLogRow[]> {
  const repo = repoFor(tables, reader);
  refuseTooMany(await repo.countAll(filter));
  return shownRows(reader, await repo.page(filter, { limit: LIMITS.exportMax, offset: 0 }));
}

type Values = Readonly<Record<string, unknown>>;
interface Shown {
  readonly row: StoredAction;
  readonly before: Values;
  readonly after: Values;
}

async function shownRows(reader: LogReader, rows: readonly StoredAction[]): Promise<ActionLogRow[]> {
  const { principal, lang } = reader;
  const shown: Shown[] = rows.map((row) => ({
    row,
    before: valuesOf(shownTo(principal, row, row.before)),
    after: valuesOf(shownTo(principal, row, row.after)),
  }));
  const [names, projects, paths] = await Promise.all([
    namesFor(reader, shown),
    reader.records(
      principal,
      'project',
      rows.flatMap(({ project_id: id }) => id ?? []),
    ),
    pathsFor(reader, rows),
  ]);
  return shown.map(({ row, before, after }) => ({
    id: row.id,
    at: wireTime(row.at),
    user_id: row.user_id,
    user_name: row.user_name === SYSTEM_NAME ? translate(lang, 'action-log.system') : row.user_name,
    event: row.event,
    action: actionText(lang, row.event),
    kind: row.target_kind,
    kind_name: kindText(lang, row.target_kind),
    target_id: row.target_id,
    target_name: row.target_name,
    path: paths.get(`${row.target_kind}:${row.target_id}`) ?? null,
    project_id: row.project_id,
    project_name: projects.get(row.project_id ?? 0)?.name ?? '',
    ip: row.ip,
    agent: row.agent,
    sealed: Boolean(row.sealed),
    changes: changesOf(before, after, { lang, kind: row.target_kind, names }),
  }));
}

const valuesOf = (values: unknown): Values =>
  typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as Values) : {};

function changesOf(before: Values, after: Values, side: Parameters<typeof valueText>[2]) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.map((field) => ({
    field,
    label: fieldText(side.lang, field),
    before: Object.hasOwn(before, field) ? valueText(field, before[field], side) : null,
    after: Object.hasOwn(after, field) ? valueText(field, after[field], side) : null,
  }));
}

/** The names of the records that values name by id, one query for each kind. */
async function namesFor({ principal, records }: LogReader, rows: readonly Shown[]): Promise<Names> {
  const wanted = new Map<string, Set<number>>();
  for (const { row, before, after } of rows)
    for (const values of [before, after])
      idsIn(values, row.target_kind, (kind, id) => wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id)));
  const found = [...wanted].map(async ([kind, ids]) => {
    const known = [...(await records(principal, kind, [...ids]))];
    const named = known.flatMap(([id, { name }]) => (name === null ? [] : [[id, name] as const]));
    return [kind, new Map(named)] as const;
  });
  return new Map(await Promise.all(found));
}

/** The pages of the records of the rows, by `kind:id`, as far as the reader can open them. */
async function pathsFor(
  { principal, records }: LogReader,
  rows: readonly StoredAction[],
): Promise<ReadonlyMap<string, string>> {
  const found = [...new Set(rows.map((row) => row.target_kind))].map(async (kind) => {
    const link = linkFor(principal, kind);
    if (link === undefined) return [];
    const ids = rows.flatMap((row) => (row.target_kind === kind ? (row.target_id ?? []) : []));
    const known = [...(await records(principal, kind, ids, link.right))];
    return known.flatMap(([id, record]) =>
      record.mayOpen ? [[`${kind}:${id}`, link.path(id, record.projectId)] as const] : [],
    );
  });
  return new Map((await Promise.all(found)).flat());
}
