import { z } from 'zod';
import { done, nested, optionalText, pageOf, paging, text, whole } from './fields.ts';
import { endpoint, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { MODEL_STATUS } from './status.ts';

/** Why a conversion failed, as a code a person can act on; texts: locales, models.reason. */
export const MODEL_REASONS = [
  'not_ifc',
  'unsupported_schema',
  'truncated',
  'timeout',
  'memory',
  'empty',
  'too_large',
  'zip',
  'internal',
  'lost',
  'cancelled',
] as const;
export const MODEL_STEPS = ['waiting', 'checking', 'reading', 'geometry', 'properties', 'writing'] as const;

export const modelRow = z.object({
  id: z.number(),
  file_id: z.number(),
  folder_id: z.number(),
  project_id: z.number(),
  name: z.string(),
  version_no: z.number(),
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

export const modelIndex = endpoint({
  method: 'GET',
  path: '/apis/model/index',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project') }),
  output: pageOf(modelRow),
});

/** One model with what may be done. `viewable` is the version whose geometry can be opened: an older one while a newer is parsing. */
export const modelInfo = endpoint({
  method: 'GET',
  path: '/apis/model/info',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ id: ref('model', 'view') }),
  output: modelRow.extend({
    project_name: z.string(),
    viewable: z.object({ version_id: z.number(), version_no: z.number(), bytes: z.number() }).nullable(),
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
  input: z.strictObject({ id: ref('model', 'view'), v: whole(1).optional() }),
  output: z.unknown(),
});

export const modelReparse = endpoint({
  method: 'POST',
  path: '/apis/model/reparse',
  access: 'signed-in',
  input: z.strictObject({ id: ref('model', 'reparse') }),
  output: done,
});

/** Metres. National grids count in tens of thousands of kilometres; what lies far beyond is no place but would break the camera. */
const FARTHEST = 1e9;
const within = (most: number) =>
  z.number({ error: 'validation.number' }).min(-most, 'validation.tooSmall').max(most, 'validation.tooLarge');
const point = z.tuple([within(FARTHEST), within(FARTHEST), within(FARTHEST)]);
/** A direction of length one, with room for the last digits; of no length it would cut nothing. */
const normal = z
  .tuple([within(1.001), within(1.001), within(1.001)])
  .refine((way) => Math.hypot(...way) > 0.5, 'validation.value');
const guid = z
  .string()
  .max(64, 'validation.tooLong')
  .regex(/^[\x20-\x7e]*$/, 'validation.value');
const guids = z.array(guid).max(50_000, 'validation.tooMany');

/**
 * Where one looks from and what is shown, as the viewer saves it: components by GUID only, because local ids change between
 * exports. Metres, Y up; `origin` is where the drawing space lay in the true coordinates.
 */
export const viewpointState = z.strictObject({
  version: z.literal(1),
  origin: point,
  camera: z.strictObject({ position: point, target: point, projection: z.enum(['perspective', 'orthographic']) }),
  sections: z.array(z.strictObject({ point, normal })).max(20, 'validation.tooMany').default([]),
  hidden: guids.default([]),
  isolated: guids.nullable().default(null),
  /** Whether rooms (IfcSpace) are shown; they are out of sight at first. */
  spaces: z.boolean().default(false),
  selection: guids.default([]),
});
export type ViewpointState = z.output<typeof viewpointState>;

const comment = z.object({
  id: z.number(),
  user_id: z.number(),
  user_name: z.string(),
  content: z.string(),
  at: z.string(),
  can: z.object({ del: z.boolean() }),
});

export const viewpointRow = z.object({
  id: z.number(),
  model_id: z.number(),
  name: z.string(),
  state: viewpointState,
  has_thumb: z.boolean(),
  created_by: z.number(),
  created_by_name: z.string(),
  created_at: z.string(),
  version: z.number(),
  comment_count: z.number(),
  can: z.object({ edit: z.boolean(), del: z.boolean() }),
});

export const viewpointIndex = endpoint({
  method: 'GET',
  path: '/apis/viewpoint/index',
  access: 'signed-in',
  input: z.strictObject({ model_id: ref('model', 'view'), ...paging }),
  output: pageOf(viewpointRow),
});

export const viewpointInfo = endpoint({
  method: 'GET',
  path: '/apis/viewpoint/info',
  access: 'signed-in',
  input: z.strictObject({ id: ref('viewpoint') }),
  output: viewpointRow.extend({ comments: z.array(comment) }),
});

/** A small picture as base64 (JPEG, PNG or WebP), at most 200 KB and 4,096 pixels a side. */
const thumb = z
  .string()
  .max(280_000, 'validation.tooLong')
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'validation.value')
  .optional();

export const viewpointAdd = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/add',
  access: 'signed-in',
  input: z.strictObject({
    model_id: ref('model', 'viewpoint'),
    name: text(LIMITS.nameMax),
    state: nested(viewpointState),
    thumb,
    comment: optionalText(LIMITS.commentMax),
  }),
  output: z.object({ id: z.number() }),
});

export const viewpointEdit = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/edit',
  access: 'signed-in',
  input: z.strictObject({
    id: ref('viewpoint', 'edit'),
    version: whole(1),
    name: text(LIMITS.nameMax),
    state: nested(viewpointState).optional(),
    thumb,
  }),
  output: done,
});

export const viewpointDel = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/del',
  access: 'signed-in',
  input: z.strictObject({ id: ref('viewpoint', 'edit') }),
  output: done,
});

export const viewpointThumb = endpoint({
  method: 'GET',
  path: '/apis/viewpoint/thumb',
  access: 'signed-in',
  page: true,
  transport: 'download',
  input: z.strictObject({ id: ref('viewpoint') }),
  output: z.unknown(),
});

export const viewpointComment = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/comment',
  access: 'signed-in',
  input: z.strictObject({ id: ref('viewpoint', 'comment'), content: text(LIMITS.commentMax) }),
  output: z.object({ id: z.number() }),
});

export const viewpointCommentDel = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/commentDel',
  access: 'signed-in',
  input: z.strictObject({ id: ref('viewpoint_comment', 'del') }),
  output: done,
});
