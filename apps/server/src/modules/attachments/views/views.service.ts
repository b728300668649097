import type { Principal } from '@prdm/access';
import type { z } from 'zod';
import type { handedViewpoint } from '@prdm/contract/kit/handed-viewpoints';
import { wireTime } from '@prdm/contract/kit/fields';
import type { ViewpointState } from '@prdm/contract/models';
import { keyOf, type AttachmentParts, type Target } from '../parts.ts';
import type { ChosenViewpoint } from './handing-in.ts';
import { viewsRepo, type HandedViewpoint } from './views.repo.ts';

type Row = z.input<typeof handedViewpoint>;

/** The viewpoints of all review rounds of a record. */
export async function listViews(parts: AttachmentParts, principal: Principal, target: Target): Promise<Row[]> {
  const { enterpriseId } = principal;
  const rows = await viewsRepo(parts.tables.read, enterpriseId).list(keyOf(target));
  if (rows.length === 0) return [];
  const openable = await parts.viewpoints().openable(principal, [...new Set(rows.map((row) => row.model_id))]);
  return rows.map((row) => ({
    id: row.id,
    round: row.round,
    viewpoint_id: row.viewpoint_id,
    name: row.name,
    model_id: row.model_id,
    model_name: row.model_name,
    version_id: row.model_version_id,
    version_no: row.model_version_no,
    digest: `${row.model_version_id ?? ''}:${row.state_digest}`,
    has_thumb: row.has_thumb,
    can_open: openable.has(row.model_id),
  }));
}

/** One handed-in viewpoint with its view, for the page of the model. */
export async function viewInfo(parts: AttachmentParts, principal: Principal, row: HandedViewpoint) {
  const repo = viewsRepo(parts.tables.read, principal.enterpriseId);
  return {
    id: row.id,
    kind: row.kind,
    record_id: row.record_id,
    round: row.round,
    name: row.name,
    model_id: row.model_id,
    model_name: row.model_name,
    version_id: row.model_version_id,
    version_no: row.model_version_no,
    state: (await repo.state(row.id)) as ViewpointState,
    handed_at: wireTime(row.handed_at),
  };
}

/** The viewpoints of a call with the names of their models. Called before the transaction, which reads no rights. */
export async function chosenViews(
  parts: AttachmentParts,
  principal: Principal,
  viewpoints: readonly { readonly id: number; readonly row: { readonly model_id: number } }[],
): Promise<ChosenViewpoint[]> {
  if (viewpoints.length === 0) return [];
  const modelIds = [...new Set(viewpoints.map(({ row }) => row.model_id))];
  const names = await parts.viewpoints().openable(principal, modelIds);
  return viewpoints.map(({ id, row }) => ({ id, modelName: names.get(row.model_id) ?? '' }));
}
