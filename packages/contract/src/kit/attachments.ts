import { z } from 'zod';
import { onPage } from '../files/fields.ts';
import { FILE_TYPES } from './file-names.ts';
import { keyRef, ref, type SubjectKindName } from '../ids/refs.ts';
import { endpoint } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { handedViewpoint } from './handed-viewpoints.ts';
import { blank, done, flag, someOf } from './fields.ts';

export const attachmentRow = z.object({
  id: z.number(),
  /** 0: attached to the record itself. Later rounds keep what was handed in then. */
  round: z.number(),
  name: z.string(),
  ext: z.string(),
  type: z.enum(FILE_TYPES),
  size: z.number(),
  sha256: z.string(),
  added_by: z.object({ id: z.number(), name: z.string(), thumb: z.string() }),
  added_at: z.string(),
  /**
   * The file of the project from which the version was taken; null for an upload. `newest_no` is null when the file was
   * deleted since. The frozen bytes stay in every case.
   */
  source: z.object({ version_no: z.number(), newest_no: z.number().nullable() }).nullable(),
  can_remove: z.boolean(),
});
export type AttachmentRow = z.output<typeof attachmentRow>;

const KEY = /^[0-9a-f]{32}$/;

/**
 * The calls of the attachments of one kind of record. The readers of the record read and download them. The owner of
 * the kind says who adds and removes them (docs/domains/attachments.md).
 */
export function attachmentCalls<K extends SubjectKindName>(given: {
  readonly kind: K;
  /** The common part of all paths: `/apis/task`. */
  readonly path: `/apis/${string}`;
}) {
  const { kind, path } = given;
  const reading = { ...onPage, id: ref(kind, 'read') };
  const adding = { ...onPage, id: ref(kind, 'attach') };
  const upload = { access: 'signed-in', transport: 'tus', output: z.unknown() } as const;
  return {
    kind,
    /** In the order of adding, at most LIMITS.attachmentsMax of each round. `can_add` is the right of the caller. */
    index: endpoint({
      method: 'GET',
      path: `${path}/attachments`,
      access: 'signed-in',
      input: z.strictObject(reading),
      output: z.object({
        list: z.array(attachmentRow),
        /** Viewpoints of all review rounds. */
        viewpoints: z.array(handedViewpoint),
        can_add: z.boolean(),
      }),
    }),
    /**
     * Attaches files of the project in their current or a named version, which the caller may view and download. The
     * same version is attached once. The bytes stay as they are when the file changes.
     */
    attach: endpoint({
      method: 'POST',
      path: `${path}/attach`,
      access: 'signed-in',
      input: z.strictObject({
        ...adding,
        files: someOf(
          z.strictObject({
            file_id: ref('file', 'download'),
            version_id: blank(ref('file_version', 'download').optional()),
          }),
          LIMITS.attachmentsMax,
        ),
      }),
      output: z.object({ ids: z.array(z.number()) }),
    }),
    /**
     * Completes an upload to the record whose bytes are all stored. The last PATCH does the same, and a repeated call
     * gets the same answer.
     */
    commit: endpoint({
      method: 'POST',
      path: `${path}/attachCommit`,
      access: 'signed-in',
      input: z.strictObject({ ...adding, upload_id: keyRef('upload', KEY, 'attach') }),
      output: z.object({ attachment_id: z.number() }),
    }),
    /** Uploads by tus 1.0.0, as in the file area, with the record as their target. Metadata: `filename`. */
    uploadCreate: endpoint({
      method: 'POST',
      path: `${path}/attachUpload`,
      ...upload,
      input: z.strictObject(adding),
    }),
    uploadHead: endpoint({
      method: 'HEAD',
      path: `${path}/attachUpload/:upload`,
      ...upload,
      input: z.strictObject(adding),
    }),
    uploadPatch: endpoint({
      method: 'PATCH',
      path: `${path}/attachUpload/:upload`,
      ...upload,
      input: z.strictObject(adding),
    }),
    uploadDelete: endpoint({
      method: 'DELETE',
      path: `${path}/attachUpload/:upload`,
      ...upload,
      input: z.strictObject(adding),
    }),
    /** The own one, or any one by the assigner. `attachRestore` undoes it for LIMITS.recycleDays. */
    detach: endpoint({
      method: 'POST',
      path: `${path}/detach`,
      access: 'signed-in',
      input: z.strictObject({ ...reading, attachment_id: ref('attachment', 'remove') }),
      output: done,
    }),
    restore: endpoint({
      method: 'POST',
      path: `${path}/attachRestore`,
      access: 'signed-in',
      input: z.strictObject({ ...reading, attachment_id: ref('attachment', 'remove') }),
      output: done,
    }),
    /** A signed address of the bytes, for five minutes. With `inline` for display: 1008 when the browser cannot show it. */
    open: endpoint({
      method: 'POST',
      path: `${path}/attachOpen`,
      access: 'signed-in',
      input: z.strictObject({ ...reading, attachment_id: ref('attachment', 'read'), inline: flag().default(false) }),
      output: z.object({ url: z.string(), type: z.string() }),
    }),
  };
}
