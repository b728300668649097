import { registry } from '@prdm/contract';
import { refsOf, type SubjectKindName } from '@prdm/contract/kit';
import { wireTime } from '@prdm/contract/kit/fields';
import { NOTICE_TYPES } from '@prdm/contract/status';
import type { Lang } from '@prdm/locales';
import { standardName, translate } from '../../../platform/translate.ts';
import { fieldText, firstText } from './action-words.ts';

/** The kinds of records that a field of the inputs of all calls names, by field. Ids by key are no numbers. */
const OF_CALLS: ReadonlyMap<string, ReadonlySet<SubjectKindName>> = kindsOfFields();

function kindsOfFields(): ReadonlyMap<string, ReadonlySet<SubjectKindName>> {
  const found = new Map<string, Set<SubjectKindName>>();
  for (const { method, input } of registry)
    for (const { path, ref } of method === 'GET' ? [] : refsOf(input)) {
      const field = path.findLast((step) => step !== '*');
      if (field === undefined || ref.byKey) continue;
      found.set(field, (found.get(field) ?? new Set()).add(ref.kind));
    }
  return found;
}

/** The kinds of ids that only events hold, and of fields that name another kind in some events. */
const OF_EVENTS: Readonly<Record<string, SubjectKindName>> = {
  assigner_id: 'user',
  executors: 'user',
  from_id: 'user',
  grade_id: 'project_grade',
  industry_id: 'industry',
  label_group_id: 'label_group',
  label_ids: 'label',
  leader_ids: 'user',
  position_template_id: 'position_template',
};
/** Standard names are stored in one language. */
const STANDARD: Readonly<Record<string, string>> = {
  role: 'roles',
  position: 'positions',
  position_template: 'positions',
};

/** The ways of e-mails by kind of notice. */
const MAIL_WAYS = Object.fromEntries(NOTICE_TYPES.map((type) => [type, ['notice-mail.ways']]));

/** Texts of the words of a field, the first that exists. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  ...MAIL_WAYS,
  access: ['roles.right.access'],
  view_range: ['roles.right.view_range'],
  content_access: ['roles.right.content_access'],
  status: ['status', 'organisation.status', 'projects.status', 'status.model', 'non-projects.status'],
  state: ['opinion-pages.state', 'delegations.profile.state'],
  grade: ['opinion-pages.grade', 'projects.grade'],
  kind: ['organisation.roleKind', 'templates.taskKind', 'non-projects.kind'],
  level: ['entities.titleLevel'],
  sign_mode: ['processes.line'],
  reject_to: ['tasks.form.rejectTos'],
  executor_rule: ['templates.rule'],
  sex: ['organisation.sex'],
  priority: ['tasks.priority'],
  secret_level: ['projects.secretLevel'],
  notify_way: ['settings.notice.way'],
  task_notify_way: ['settings.notice.way'],
};
const UNITS = new Set(['bim_area_unit', 'build_area_unit', 'land_area_unit', 'height_unit']);
/** Values in minutes that readers know as hours. */
const MINUTES = /(^|_)minutes$|^total_hours$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Names of records by kind and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

export interface Side {
  readonly lang: Lang;
  /** The kind of the record of the row. */
  readonly kind: string;
  readonly names: Names;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The kind of the records that a field names in a row about a record of `kind`. A field that names several kinds, such as
 * `parent_id`, names the kind of the row.
 */
function refersTo(field: string, kind: string): string | undefined {
  if (field === 'order') return kind;
  const kinds = OF_CALLS.get(field) ?? new Set<string>();
  if (kinds.has(kind as SubjectKindName)) return kind;
  if (Object.hasOwn(OF_EVENTS, field)) return OF_EVENTS[field];
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** The ids inside values, by the kind of their records. */
export function idsIn(values: unknown, kind: string, add: (kind: string, id: number) => void): void {
  if (Array.isArray(values)) {
    for (const one of values) idsIn(one, kind, add);
    return;
  }
  if (!isPlain(values)) return;
  for (const [field, value] of Object.entries(values)) {
    const refers = refersTo(field, kind);
    if (refers === undefined) idsIn(value, kind, add);
    else for (const id of [value].flat()) if (typeof id === 'number') add(refers, id);
  }
}

/** A value of a log row in words: names for ids, times and booleans in the reader's form. Empty for nothing. */
export function valueText(field: string, value: unknown, side: Side): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) {
    const texts = value.map((one) => valueText(field, one, side)).filter((text) => text !== '');
    return texts.join(value.some(isPlain) ? '\n' : translate(side.lang, 'records.and'));
  }
  if (isPlain(value)) return groupText(field, value, side);
  if (typeof value === 'boolean') return translate(side.lang, value ? 'action-log.yes' : 'action-log.no');
  if (typeof value === 'number') return numberText(field, value, side);
  return typeof value === 'string' ? wordText(field, value, side) : '';
}

function groupText(field: string, group: Record<string, unknown>, side: Side): string {
  return Object.entries(group)
    .map(([name, value]) => {
      const text =
        field === 'module_permission'
          ? (firstText(side.lang, [`roles.level.${String(value)}`]) ?? String(value))
          : valueText(name, value === false ? null : value, side);
      return text === '' ? '' : `${fieldText(side.lang, name)}: ${text}`;
    })
    .filter((text) => text !== '')
    .join('; ');
}

function numberText(field: string, value: number, { lang, kind, names }: Side): string {
  const refers = refersTo(field, kind);
  if (refers !== undefined) {
    const name = names.get(refers)?.get(value);
    return name === undefined ? `#${value}` : standardName(lang, STANDARD[refers] ?? refers, name);
  }
  return MINUTES.test(field) ? translate(lang, 'action-log.hours', { n: value / 60 }) : String(value);
}

function wordText(field: string, value: string, { lang }: Side): string {
  if (TIME.test(value)) return wireTime(new Date(value));
  if (UNITS.has(field)) return firstText(lang, [`projects.unit.${value}`]) ?? value;
  if (field === 'roles') return standardName(lang, 'roles', value);
  const groups = WORDS[field];
  if (groups === undefined) return value;
  // Text keys of nodes have no prefix and no hyphen.
  const word = value.replace(/^home-/, '').replaceAll('-', '_');
  return (
    firstText(
      lang,
      groups.map((group) => `${group}.${word}`),
    ) ?? value
  );
}
