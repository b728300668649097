import { z } from 'zod';
import { blank, done, optionalText, pageOf, paging, stamp } from './kit/fields.ts';
import { onPage } from './files/fields.ts';
import { endpoint, ref } from './kit.ts';
import { LEFT_OUT_REASONS, modelClassCount } from './models/completeness.ts';
import { modelAlignment, modelCoordinates } from './models/coordinates.ts';
import { picture } from './models/fields.ts';
import { MODEL_STATUS } from './status.ts';

export * from './models/completeness.ts';
export * from './models/coordinates.ts';
export * from './viewpoints.ts';

/** Reasons of a failed conversion, as codes with a possible remedy; texts: locales, models.reason. */
export const MODEL_REASONS = [
  'not_ifc',
  'unsupported_schema',
  'truncated',
  'timeout',
  'memory',
  'empty',
  'too_far',
  'too_large',
  /** No longer written, because an archive with one model is unpacked. Older results still hold it. */
  'zip',
  /** An archive without .ifc or with several, or one that is encrypted, damaged or too large when unpacked. */
  'zip_empty',
  'zip_several',
  'zip_encrypted',
  'zip_damaged',
  'zip_bomb',
  /** Brackets nested deeper than any model needs, which would exhaust the stack of the parser. */
  'too_deep',
  'internal',
  'lost',
  'cancelled',
  /** Stored while the person had WAITING_MAX waiting models. Parsing starts only on request. */
  'queue_full',
] as const;
export type ModelReason = (typeof MODEL_REASONS)[number];

/**
 * The largest number of models of one person that wait for conversion. The next one is stored and not queued (reason
 * queue_full).
 */
export const WAITING_MAX = 20;

/** Warnings about a converted model; texts: locales, models.warning, with the finding as `detail`. */
export const MODEL_WARNINGS = [
  /** The file was GB18030; no detail. */
  'transcoded',
  /** Neither UTF-8 nor GB18030: names may be unreadable. */
  'unknown_encoding',
  /** No IfcProject, hence no component tree. */
  'no_project',
  /** Components of classes outside the schema; detail: classes and the count of each. */
  'unknown_entities',
  /**
   * Unresolved grid placements: their components are at the origin of the grid's coordinates. Detail: count and entity
   * numbers.
   */
  'grid_placement',
  /** Alignments with neither a design nor a polyline; detail: count and entity numbers. */
  'alignment_undrawn',
  /** A library of types has no components and no drawing; detail: classes and the count of each. */
  'types_only',
  /** Placements that refer to themselves were cut; detail: count. */
  'placement_cycle',
  /** Components more than 100 km from the first one were left out; detail: count. */
  'items_too_far',
  /** Components with a shape that could not be built; detail: classes and the count of each. */
  'shapes_skipped',
  /** Shapes without a finite position are not drawn; detail: count. */
  'shapes_placeless',
  /** Entities with unreadable attributes; detail: count. */
  'properties_skipped',
] as const;
export type ModelWarning = (typeof MODEL_WARNINGS)[number];

/** The largest number of versions in an answer. */
export const MODEL_VERSIONS_MAX = 200;

/** A version of the model that the call names; without it, the newest. */
const anyVersion = () => blank(ref('model_version', 'view').optional());

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
  /** File size of the newest version in bytes. */
  size: z.number(),
  /** When that version was stored. */
  uploaded_at: z.string(),
  /**
   * Creation time in milliseconds of the picture of the openable version, null without a picture. It makes the
   * picture's address unique.
   */
  thumb: z.number().nullable(),
  status: z.enum(MODEL_STATUS),
  /** Percent while parsing, whole. */
  progress: z.number(),
  step: z.enum(MODEL_STEPS),
  reason: z.enum(MODEL_REASONS).nullable(),
  reason_text: z.string(),
  element_count: z.number().nullable(),
  schema: z.string(),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  /** A person chose the picture; otherwise the server drew it. */
  picture_set: z.boolean(),
  /**
   * `reparse`: parsing the same file again may help. `replace`: the caller may upload another version. `picture`: the
   * caller may replace the picture (thumbSet).
   */
  can: z.object({ reparse: z.boolean(), replace: z.boolean(), picture: z.boolean() }),
  updated_at: z.string(),
});

export const modelVersion = z.object({
  version_id: z.number(),
  version_no: z.number(),
  status: z.enum(MODEL_STATUS),
  /** Percent while parsing, whole. */
  progress: z.number(),
  reason: z.enum(MODEL_REASONS).nullable(),
  reason_text: z.string(),
  uploaded_at: z.string(),
  /** '' when the uploader was not a person. */
  uploader: z.string(),
  size: z.number(),
  /** Has geometry: info with this version_id answers `viewable`, unless the store has lost the file. */
  openable: z.boolean(),
  newest: z.boolean(),
});

/** `uploader` stored the newest version; '' when it was not a person. */
export const modelCard = modelRow.extend({ uploader: z.string() });

/** By the time of the newest version, by name (Chinese by pinyin, numbers by value), or by file size. */
export const MODEL_SORTS = ['time', 'name', 'size'] as const;

/** The models of a project whose files the caller may view. */
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

/** A reason with its text in the reader's language. */
const leftOut = z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.number(), text: z.string() });

/**
 * One model with the caller's actions. Without `version_id` all fields describe the newest version. `viewable` is then
 * the newest version with openable geometry, which is an older one while a newer one parses. With `version_id` all
 * fields describe that version, and `viewable` is that version or null.
 */
export const modelInfo = endpoint({
  method: 'GET',
  path: '/apis/model/info',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ ...onPage, id: ref('model', 'view'), version_id: anyVersion() }),
  output: modelRow.extend({
    project_name: z.string(),
    /** The version that this answer describes. */
    version_id: z.number(),
    is_newest: z.boolean(),
    /** The newest MODEL_VERSIONS_MAX versions, newest first. */
    versions: z.array(modelVersion),
    viewable: z
      .object({
        version_id: z.number(),
        version_no: z.number(),
        bytes: z.number(),
        /** The converter version of the result, and whether today's converter gets more from the same file. */
        converter: z.number(),
        outdated: z.boolean(),
      })
      .nullable(),
    /** Signs of the file's units by IFC unit kind (LENGTHUNIT: m). Kinds that the file does not define are absent. */
    units: z.record(z.string(), z.string()),
    /** Completeness by class of the openable version. Empty for results of converters that did not count. */
    classes: z.array(modelClassCount.extend({ left: z.array(leftOut) })),
    /** Alignments drawn as lines, in the order of the .frag file. */
    alignments: z.array(modelAlignment),
    coordinates: modelCoordinates.nullable(),
    storeys: z.array(z.object({ guid: z.string(), name: z.string(), elevation: z.number().nullable() })),
    can: z.object({ reparse: z.boolean(), replace: z.boolean(), viewpoint: z.boolean(), picture: z.boolean() }),
  }),
});

/**
 * The model of a file, for links from the file to the viewer. `model_id` is null while the file has none. Versions as
 * in info.
 */
export const modelOfFile = endpoint({
  method: 'GET',
  path: '/apis/model/ofFile',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, file_id: ref('file', 'view') }),
  output: z.object({ model_id: z.number().nullable(), versions: z.array(modelVersion) }),
});

/**
 * The converted geometry and properties (.frag), with Range. `v` is the version; 404 without geometry. Without `v`,
 * the newest version with geometry.
 */
export const modelData = endpoint({
  method: 'GET',
  path: '/apis/model/data',
  access: 'signed-in',
  page: true,
  transport: 'download',
  input: z.strictObject({ ...onPage, id: ref('model', 'view'), v: anyVersion() }),
  output: z.unknown(),
});

/** The picture of the openable version for lists. `v` makes the address unique. */
export const modelThumb = endpoint({
  method: 'GET',
  path: '/apis/model/thumb',
  access: 'signed-in',
  page: true,
  transport: 'download',
  media: 'image/*',
  input: z.strictObject({ ...onPage, id: ref('model', 'view'), v: blank(stamp().optional()) }),
  output: z.unknown(),
});

/**
 * Adds a picture of the newest openable version, once, when the server could not draw one (1008 when there is one).
 * The first client that draws the model sends it. `v` is `viewable.version_id`.
 */
export const modelThumbAdd = endpoint({
  method: 'POST',
  path: '/apis/model/thumbAdd',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    id: ref('model', 'view'),
    v: ref('model_version', 'view'),
    thumb: picture().min(1, 'validation.required'),
  }),
  output: done,
});

/**
 * Replaces the model's picture by the caller's choice, which stays for new versions. Without `thumb` the server's
 * picture returns.
 */
export const modelThumbSet = endpoint({
  method: 'POST',
  path: '/apis/model/thumbSet',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('model', 'picture'), thumb: blank(picture().optional()) }),
  output: done,
});

/**
 * Parses a model again: failed -> parsing. Also parsed -> parsing when the result is lost or comes from an older
 * converter; the openable version stays available meanwhile. `version_id` names the version; without it, the newest.
 * 1008 when there is nothing to parse, or when WAITING_MAX models of the caller already wait. The text of the answer
 * names the case.
 */
export const modelReparse = endpoint({
  method: 'POST',
  path: '/apis/model/reparse',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('model', 'reparse'), version_id: anyVersion() }),
  output: done,
});
