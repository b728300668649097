import type { Principal } from '@prdm/access';
import type { OpinionPlace } from '@prdm/contract/processes/opinions';
import type { ViewpointState } from '@prdm/contract/viewpoints';
import { fail } from '../../platform/errors.ts';
import type { Authorized } from '../../platform/ids/authorized.ts';
import type { Models } from '../models/index.ts';
import type { Processes } from '../processes/index.ts';

type Row<K> = K extends { load(...args: never[]): Promise<readonly { readonly row: infer R }[]> } ? R : never;
type AttachmentRow = { readonly kind: string; readonly record_id: number; readonly name: string };
type ProcessRow = Row<Processes['kinds']['process']>;
type VersionRow = Row<Models['kinds']['version']>;

export interface PlaceGiven {
  readonly place: OpinionPlace;
  readonly placeName: string;
  readonly page?: number;
  readonly view?: ViewpointState;
  readonly guid: string;
  readonly attachment: Authorized<AttachmentRow, 'read', 'attachment'> | null;
  readonly version: Authorized<VersionRow, 'view', 'model_version'> | null;
}

const FIELDS = ['attachment_id', 'page', 'version_id', 'view', 'guid'] as const;
type PlaceField = (typeof FIELDS)[number];

/** Fields of a place besides its name: the needed ones, and the possible ones. */
const OF_PLACE: Record<OpinionPlace, { needed: readonly PlaceField[]; also: readonly PlaceField[] }> = {
  text: { needed: [], also: [] },
  file: { needed: ['attachment_id'], also: ['page'] },
  viewpoint: { needed: ['version_id', 'view'], also: [] },
  component: { needed: ['version_id', 'view', 'guid'], also: [] },
};

/** Throws 1001 at a missing field, and at one that belongs to another place. */
export function assertFields(place: OpinionPlace, given: Readonly<Record<PlaceField, boolean>>, page?: number): void {
  const { needed, also } = OF_PLACE[place];
  for (const field of needed) if (!given[field]) throw fail.invalid(field, 'validation.required');
  for (const field of FIELDS)
    if (given[field] && !needed.includes(field) && !also.includes(field))
      throw fail.invalid(field, 'opinions.otherPlace');
  if (page === 0) throw fail.invalid('page', 'validation.tooSmall', { n: 1 });
}

/**
 * The columns of a place. The file belongs to the subject of the process and the model to its project. Others answer
 * 1006 at their field, like a missing id.
 */
export async function placeColumns(
  models: Pick<Models, 'kinds'>,
  principal: Principal,
  { subject_kind: kind, subject_id: recordId, project_id, about_project_id }: ProcessRow,
  { place, placeName, page, view, guid, attachment, version }: PlaceGiven,
) {
  assertFields(
    place,
    {
      attachment_id: attachment !== null,
      page: page !== undefined,
      version_id: version !== null,
      view: view !== undefined,
      guid: guid !== '',
    },
    page,
  );
  if (attachment && (attachment.row.kind !== kind || attachment.row.record_id !== recordId))
    throw fail.notFound(false, { field: 'attachment_id' });
  if (version && version.projectId !== (project_id ?? about_project_id))
    throw fail.notFound(false, { field: 'version_id' });
  const [model] = version ? await models.kinds.model.load(principal, [version.row.model_id]) : [];
  return {
    place,
    place_name: placeName,
    attachment_id: attachment?.id ?? null,
    file_name: attachment?.row.name ?? null,
    page: page ?? null,
    model_id: version?.row.model_id ?? null,
    model_name: version ? (model?.row.file.row.name ?? '') : null,
    model_version_id: version?.id ?? null,
    version_no: version?.row.version_no ?? null,
    guid: guid === '' ? null : guid,
    view: view ? JSON.stringify(view) : null,
  };
}
