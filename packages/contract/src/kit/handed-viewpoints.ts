import { z } from 'zod';
import { onPage } from '../files/fields.ts';
import { endpoint, ref } from '../kit.ts';
import { viewpointState } from '../viewpoints.ts';

/** A viewpoint as it was when it was handed in for review. */
export const handedViewpoint = z.object({
  id: z.number(),
  round: z.number(),
  /** The source. It may be deleted since. */
  viewpoint_id: z.number(),
  name: z.string(),
  model_id: z.number(),
  model_name: z.string(),
  /** The model version of the view; null when none was recorded. */
  version_id: z.number().nullable(),
  version_no: z.number().nullable(),
  /** Equal for the same view of the same model version. */
  digest: z.string(),
  has_thumb: z.boolean(),
  /** The caller may open the model, and it exists. */
  can_open: z.boolean(),
});
export type HandedViewpointRow = z.output<typeof handedViewpoint>;

/** One handed-in viewpoint with its view. The readers of its record read it. */
export const handedViewpointInfo = endpoint({
  method: 'GET',
  path: '/apis/handedViewpoint/info',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('handed_viewpoint') }),
  output: z.object({
    id: z.number(),
    /** The record that it was handed in with. */
    kind: z.string(),
    record_id: z.number(),
    round: z.number(),
    name: z.string(),
    model_id: z.number(),
    model_name: z.string(),
    version_id: z.number().nullable(),
    version_no: z.number().nullable(),
    state: viewpointState,
    handed_at: z.string(),
  }),
});

/** Its picture, as it was then. */
export const handedViewpointThumb = endpoint({
  method: 'GET',
  path: '/apis/handedViewpoint/thumb',
  access: 'signed-in',
  page: true,
  transport: 'download',
  media: 'image/*',
  input: z.strictObject({ ...onPage, id: ref('handed_viewpoint') }),
  output: z.unknown(),
});
