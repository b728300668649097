import { z } from 'zod';

/** The kinds of records that an id may name. The server does not start when a kind in the registry has no loader. */
export const SUBJECT_KINDS = [
  'user',
  'department',
  'position',
  'position_template',
  'user_group',
  'role',
  'project',
  'invitation',
  'non_project',
  'stage',
  'profession',
  'project_type',
  'label_group',
  'label',
  'secret_level',
  'company',
  'industry',
  'project_grade',
  'structure_type',
  'service_content',
  'position_title',
  'stask_type',
  'other_task',
  'cost_config',
  'folder_template',
  'folder',
  'file',
  'file_version',
  'trash',
  'upload',
  'model',
  'model_version',
  'viewpoint',
  'viewpoint_comment',
  'process_template',
  'process',
  'seat',
  'opinion',
  'delegation',
  'task',
  'comment',
  'attachment',
  'handed_viewpoint',
  'notice',
  'sheet_import',
  'work_item',
  'enterprise',
] as const;
export type SubjectKindName = (typeof SUBJECT_KINDS)[number];

/**
 * The record kind of an id, and the right that the caller needs on the record. The owning module defines the rights of
 * its kind.
 */
export interface SubjectRef {
  readonly kind: SubjectKindName;
  readonly right: string;
  /** A text key names the record, not a number. */
  readonly byKey?: true;
}

declare const NAMES: unique symbol;
/**
 * The type mark of a value that names a record. The types carry kind and right, which proves that a handler's input
 * holds no id.
 */
export interface Named<K extends SubjectKindName = SubjectKindName, R extends string = string> {
  readonly [NAMES]: readonly [K, R];
}
export type Id<K extends SubjectKindName = SubjectKindName, R extends string = string> = number & Named<K, R>;
export type Key<K extends SubjectKindName = SubjectKindName, R extends string = string> = string & Named<K, R>;

const subjectRefs = z.registry<SubjectRef>();

/** The reference of exactly this schema; undefined for every other schema. */
export const refOf = (schema: z.ZodType): SubjectRef | undefined => subjectRefs.get(schema);

/**
 * Ids are integers in answers and may be text in requests. An id is never 0 and never exceeds the exact range of a
 * double.
 */
const idValue = () =>
  z
    .union([z.number(), z.string().regex(/^[1-9]\d{0,15}$/, 'validation.id')], { error: 'validation.id' })
    .transform(Number)
    .pipe(z.number().int('validation.id').positive('validation.id').max(Number.MAX_SAFE_INTEGER, 'validation.id'));

/**
 * Declares an id in a request; there is no other way. Before the handler runs, the server loads the record inside the
 * caller's enterprise and checks `right` on it. The handler receives the authorised record and no number.
 */
export const ref = <K extends SubjectKindName, R extends string = 'read'>(
  kind: K,
  right: R = 'read' as R,
): z.ZodType<Id<K, R>, string | number> =>
  idValue().register(subjectRefs, { kind, right }) as unknown as z.ZodType<Id<K, R>, string | number>;

/**
 * Like `ref`, for a record that requests name by a text key of the given form. The server loads it with the
 * `loadByKey` of its kind.
 */
export const keyRef = <K extends SubjectKindName, R extends string = 'read'>(
  kind: K,
  form: RegExp,
  right: R = 'read' as R,
): z.ZodType<Key<K, R>, string> =>
  z
    .string({ error: 'validation.id' })
    .regex(form, 'validation.id')
    .register(subjectRefs, { kind, right, byKey: true }) as unknown as z.ZodType<Key<K, R>, string>;
