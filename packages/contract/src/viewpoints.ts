import { z } from 'zod';
import { blank, done, nested, optionalText, pageOf, paging, text, version } from './kit/fields.ts';
import { onPage } from './files/fields.ts';
import { endpoint, quantity, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { picture } from './models/fields.ts';

/**
 * Metres. National grids reach tens of thousands of kilometres. Larger values are not valid positions and would break
 * the camera.
 */
const FARTHEST = 1e9;
const within = (most: number) =>
  z.number({ error: 'validation.number' }).min(-most, 'validation.tooSmall').max(most, 'validation.tooLarge');
const point = quantity('coordinates', z.tuple([within(FARTHEST), within(FARTHEST), within(FARTHEST)]));
/** A unit vector, with tolerance for the last digits. A vector of length zero would define no cutting plane. */
const normal = quantity(
  'coordinates',
  z.tuple([within(1.001), within(1.001), within(1.001)]).refine((way) => Math.hypot(...way) > 0.5, 'validation.value'),
);
const guid = z
  .string()
  .max(64, 'validation.tooLong')
  .regex(/^[\x20-\x7e]*$/, 'validation.value');
const guids = z.array(guid).max(50_000, 'validation.tooMany');

/**
 * Camera and visibility as the viewer saves them. Components are named by GUID only, because local ids change between
 * exports. Metres, Y up. `origin` is the origin of the drawing space in the true coordinates.
 */
export const viewpointState = z.strictObject({
  version: z.literal(1),
  origin: point,
  camera: z.strictObject({ position: point, target: point, projection: z.enum(['perspective', 'orthographic']) }),
  sections: z.array(z.strictObject({ point, normal })).max(20, 'validation.tooMany').default([]),
  hidden: guids.default([]),
  isolated: guids.nullable().default(null),
  /** Whether rooms (IfcSpace) are shown; hidden by default. */
  spaces: z.boolean().default(false),
  selection: guids.default([]),
});
export type ViewpointState = z.output<typeof viewpointState>;

const viewedVersion = () => blank(ref('model_version', 'view').optional());

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
  /**
   * The model version of the view. Null for older viewpoints without a recorded version; they open in the newest
   * openable version.
   */
  version_id: z.number().nullable(),
  version_no: z.number().nullable(),
  /** No newer version of the model can be opened. True where version_id is null. */
  is_newest: z.boolean(),
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

/** Viewpoints of the models that the caller may view, newest first. `word` is part of the name or the model's name. */
export const viewpointOfProject = endpoint({
  method: 'GET',
  path: '/apis/viewpoint/ofProject',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project'), word: optionalText(50), ...paging }),
  output: pageOf(
    z.object({
      id: z.number(),
      name: z.string(),
      model_id: z.number(),
      model_name: z.string(),
      version_no: z.number().nullable(),
      has_thumb: z.boolean(),
      created_by_name: z.string(),
      created_at: z.string(),
    }),
  ),
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
    /** The displayed version; without it, the newest openable one. */
    version_id: viewedVersion(),
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
    version: version(),
    name: text(LIMITS.nameMax),
    state: nested(viewpointState).optional(),
    /** The displayed version, only with `state`. Left out, the viewpoint keeps its version. */
    version_id: viewedVersion(),
    thumb: picture().optional(),
  }),
  output: done,
});

/** With `version`, only the state that the caller saw: 1009 after a change by another person. */
export const viewpointDel = endpoint({
  method: 'POST',
  path: '/apis/viewpoint/del',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('viewpoint', 'edit'), version: version().optional() }),
  output: done,
});

export const viewpointThumb = endpoint({
  method: 'GET',
  path: '/apis/viewpoint/thumb',
  access: 'signed-in',
  page: true,
  transport: 'download',
  media: 'image/*',
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
