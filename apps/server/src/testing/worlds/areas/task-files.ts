import { createHash, randomBytes } from 'node:crypto';
import { taskAttachments as calls } from '@prdm/contract/tasks/attachments';
import { buildFile, buildPerson, PASSWORD } from '../builders.ts';
import type { Signed, TaskWorld } from '../task-world.ts';
import { metadata, tusRequest } from '../uploads.ts';

export interface By {
  readonly token: string;
}
export interface AttachmentRow {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly source: { version_no: number; newest_no: number | null } | null;
  readonly can_remove: boolean;
}
export const sha = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Short functions for the calls of the attachments of a task. `world` exists only after the start of the program. */
export function taskFiles(world: () => TaskWorld) {
  const read = async (id: number, by: By = world().lead): Promise<AttachmentRow[]> =>
    (await world().call(calls.index, { id }, by)).data.list as AttachmentRow[];
  const attach = (id: number, by: By, fileIds: readonly number[], more: object = {}) =>
    world().call(calls.attach, { id, files: fileIds.map((file_id) => ({ file_id, ...more })) }, by);
  const file = (name: string, bytes: Buffer | string = randomBytes(40).toString('hex'), more: object = {}) =>
    buildFile(world().app, { projectId: world().projectId, by: world().manager.id, name, bytes, ...more });
  const address = async (id: number, attachment_id: number, by: By, inline = false): Promise<string> =>
    (await world().call(calls.open, { id, attachment_id, inline }, by)).data?.url as string;
  async function get(url: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${world().app.address}${url}`, { headers });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  }

  /** Sends the bytes by the one upload engine, directly to the record. */
  async function upload(id: number, by: By, name: string, bytes: Buffer) {
    const begun = await begin(id, by, name, bytes.length);
    if (begun.status !== 201) return { begun, sent: null };
    const path = begun.headers.get('location') ?? '';
    const sent = await tusRequest(world().app.address, 'PATCH', path, {
      token: by.token,
      headers: { 'upload-offset': '0' },
      body: bytes,
    });
    return { begun, sent, key: /([0-9a-f]{32})/.exec(path)?.[1] ?? '', path };
  }
  const begin = (id: number, by: By, filename: string, size: number) =>
    tusRequest(world().app.address, 'POST', `${calls.uploadCreate.path}?id=${id}`, {
      token: by.token,
      headers: { 'upload-length': String(size), 'upload-metadata': metadata({ filename }) },
    });

  const sign = async (given: Parameters<typeof buildPerson>[1] = {}): Promise<Signed> => {
    const built = await buildPerson(world().app, given);
    return { ...built, token: await world().app.signIn(built.account, PASSWORD) };
  };

  return { read, attach, file, address, get, upload, begin, sign };
}
