import { z } from 'zod';
import { blank, done, optionalText, pageOf, paging, whole } from './fields.ts';
import { onPage } from './files-fields.ts';
import { endpoint, ref } from './kit.ts';
import { picture } from './models-fields.ts';
import { MODEL_STATUS } from './status.ts';

export * from './viewpoints.ts';

/** Why a conversion failed, as a code a person can act on; texts: locales, models.reason. */
export const MODEL_REASONS = [
  'not_ifc',
  'unsupported_schema',
  'truncated',
  'timeout',
  'memory',
  'empty',
  'too_far',
  'too_large',
  'zip',
  'internal',
  'lost',
  'cancelled',
] as const;
export type ModelReason = (typeof MODEL_REASONS)[number];

/** What is worth telling about a model that did convert; texts: locales, models.warning, with what was found as `detail`. */
export const MODEL_WARNINGS = [
  /** The file was GB18030; detail: nothing. */
  'transcoded',
  /** Neither UTF-8 nor GB18030: names may be unreadable. */
  'unknown_encoding',
  /** No IfcProject, hence no component tree. */
  'no_project',
  /** Entities of classes that the schema does not have; detail: how many. */
  'unknown_entities',
  /** Placements that refer to themselves were cut; detail: how many. */
  'placement_cycle',
  /** Components more than 100 km from the first one were left out; detail: how many. */
  'items_too_far',
  /** Shapes that could not be built; detail: how many. */
  'shapes_skipped',
  /** Shapes whose place is no place in numbers, drawn nowhere; detail: how many. */
  'shapes_placeless',
  /** Entities whose attributes could not be read; detail: how many. */
  'properties_skipped',
] as const;
export type ModelWarning = (typeof MODEL_WARNINGS)[number];

export const MODEL_STEPS = ['waiting', 'checking', 'reading', 'geometry', 'properties', 'writing'] as const;
export type ModelStep = (typeof MODEL_STEPS)[number];

export const modelRow = z.object({
  id: z.number(),
  file_id: z.number(),
  folder_id: z.number(),
  folder_name: z.string(),
  project_id: z.number(),
  name: z.string(),
  version_no: z.number(),
  /** Bytes of the newest version's file. */
  size: z.number(),
  /** When that version was stored. */
  uploaded_at: z.string(),
  /** When the picture was made that shows what can be opened (milliseconds), null without one; it makes the picture's address unique. */
  thumb: z.number().nullable(),
  status: z.enum(MODEL_STATUS),
  /** Whole percent while parsing. */
  progress: z.number(),
  step: z.enum(MODEL_STEPS),
  reason: z.enum(MODEL_REASONS).nullable(),
  reason_text: z.string(),
  element_count: z.number().nullable(),
  schema: z.string(),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  can: z.object({ reparse: z.boolean() }),
  updated_at: z.string(),
});

/** `uploader` stored the newest version; '' when it was no person. */
export const modelCard = modelRow.extend({ uploader: z.string() });

/** By the time of the newest version, by name (Chinese by pinyin, numbers by value), by the file's size. */
export const MODEL_SORTS = ['time', 'name', 'size'] as const;

/** The models of a project of which the caller may view the file. */
export const modelIndex = endpoint({
  method: 'GET',
  path: '/apis/model/index',
  access: 'signed-in',
  input: z.strictObject({
    project_id: ref('project'),
    word: optionalText(50),
    status: blank(z.enum(MODEL_STATUS).optional()),
    sort: z.enum(MODEL_SORTS).default('time'),
    order: z.enum(['asc', 'desc']).default('desc'),
    ...paging,
  }),
  output: pageOf(modelCard),
});

/** One model with what may be done. `viewable` is the version whose geometry can be opened: an older one while a newer is parsing. */
export const modelInfo = endpoint({
  method: 'GET',
  path: '/apis/model/info',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ ...onPage, id: ref('model', 'view') }),
  output: modelRow.extend({
    project_name: z.string(),
    viewable: z
      .object({
        version_id: z.number(),
        version_no: z.number(),
        bytes: z.number(),
        /** The converter's version that made it, and whether today's makes more of the same file. */
        converter: z.number(),
        outdated: z.boolean(),
      })
      .nullable(),
    /** Signs of the file's units by IFC unit kind (LENGTHUNIT: m); a kind the file says nothing of is missing. */
    units: z.record(z.string(), z.string()),
    storeys: z.array(z.object({ guid: z.string(), name: z.string(), elevation: z.number().nullable() })),
    can: z.object({ reparse: z.boolean(), viewpoint: z.boolean() }),
  }),
});

/** The converted geometry and properties (.frag), with Range; `v` only makes the address unique for each version, so it may be cached. */
export const modelData = endpoint({
  method: 'GET',
  path: '/apis/model/data',
  access: 'signed-in',
  page: true,
  transport: 'download',
  input: z.strictObject({ ...onPage, id: ref('model', 'view'), v: whole(1).optional() }),
  output: z.unknown(),
});

/** The picture of what can be opened, as lists show it. `v` makes the address unique. */
export const modelThumb = endpoint({
  method: 'GET',
  path: '/apis/model/thumb',
  access: 'signed-in',
  page: true,
  transport: 'download',
  input: z.strictObject({ ...onPage, id: ref('model', 'view'), v: whole(1, Number.MAX_SAFE_INTEGER).optional() }),
  output: z.unknown(),
});

/** Gives a version its picture, once (1008 when it has one): whoever is the first to see the model drawn sends it. `v` is `viewable.version_id`. */
export const modelThumbAdd = endpoint({
  method: 'POST',
  path: '/apis/model/thumbAdd',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    id: ref('model', 'view'),
    v: whole(1, Number.MAX_SAFE_INTEGER),
    thumb: picture().min(1, 'validation.required'),
  }),
  output: done,
});

/** failed -> parsing; also parsed -> parsing when the result is lost or of an older converter: what can be opened stays so meanwhile. */
export const modelReparse = endpoint({
  method: 'POST',
  path: '/apis/model/reparse',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('model', 'reparse') }),
  output: done,
});
