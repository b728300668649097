import { z } from 'zod';
import { done, nested, optionalText, pageOf, paging, text, whole } from './fields.ts';
import { onPage } from './files-fields.ts';
import { endpoint, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { picture } from './models-fields.ts';

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
  input: z.strictObject({ ...onPage, model_id: ref('model', 'view'), ...paging }),
  output: pageOf(viewpointRow),
});

export const viewpointInfo = endpoint({
  method: 'GET',
  path: '/apis/viewpoint/info',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('viewpoint') }),
  output: viewpointRow.extend({ comments: z.array(comment) }),
});

export const viewpointAdd = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/add',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    model_id: ref('model', 'viewpoint'),
    name: text(LIMITS.nameMax),
    state: nested(viewpointState),
    thumb: picture().optional(),
    comment: optionalText(LIMITS.commentMax),
  }),
  output: z.object({ id: z.number() }),
});

export const viewpointEdit = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/edit',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    id: ref('viewpoint', 'edit'),
    version: whole(1),
    name: text(LIMITS.nameMax),
    state: nested(viewpointState).optional(),
    thumb: picture().optional(),
  }),
  output: done,
});

/** With `version` only as the caller saw it: 1009 when somebody has changed it since. */
export const viewpointDel = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/del',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('viewpoint', 'edit'), version: whole(1).optional() }),
  output: done,
});

export const viewpointThumb = endpoint({
  method: 'GET',
  path: '/apis/viewpoint/thumb',
  access: 'signed-in',
  page: true,
  transport: 'download',
  input: z.strictObject({ ...onPage, id: ref('viewpoint') }),
  output: z.unknown(),
});

export const viewpointComment = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/comment',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('viewpoint', 'comment'), content: text(LIMITS.commentMax) }),
  output: z.object({ id: z.number() }),
});

export const viewpointCommentDel = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/commentDel',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('viewpoint_comment', 'del') }),
  output: done,
});
