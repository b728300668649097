import { CODES } from '@prdm/contract/codes';
import * as contract from '@prdm/contract/models';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { call, CallError, type InputOf } from '../../lib/api/call.ts';
import { refetch } from '../../lib/api/refetch.ts';
import { useLive } from '../../lib/api/live.ts';
import { useApiQuery, useApiMutation } from '../../lib/api/queries.ts';

export type ModelRow = z.output<typeof contract.modelRow>;
export type ModelCard = z.output<typeof contract.modelCard>;
export type ModelInfo = z.output<typeof contract.modelInfo.output>;
export type VersionOfModel = ModelInfo['versions'][number];
export type ViewpointRow = z.output<typeof contract.viewpointRow>;

/** During parsing the progress is also polled: a lost push must not freeze a bar. */
const PARSING_MS = 3000;

export const useModels = (input: InputOf<typeof contract.modelIndex>) =>
  useApiQuery(contract.modelIndex, input, { enabled: Number(input.project_id) > 0, refetchInterval: 30_000 });

/**
 * The project of the page, for calls whose ids are unique without it. Undefined when the address names only the record.
 */
export type OnPage = number | undefined;

/** Only the project that the address names, because a link to a model may come from anywhere. */
export function useNamedProject(): OnPage {
  const [address] = useSearchParams();
  const named = Number(address.get('project_id'));
  return Number.isSafeInteger(named) && named > 0 ? named : undefined;
}

/** @param version null for the newest */
export const useModel = (projectId: OnPage, id: number, version: number | null = null) =>
  useApiQuery(
    contract.modelInfo,
    { project_id: projectId, id, ...(version === null ? {} : { version_id: version }) },
    {
      enabled: id > 0,
      refetchInterval: (model) => (model?.status === 'parsing' ? PARSING_MS : false),
    },
  );

const refreshModels = refetch('model');

/**
 * The model of a page that stays open, in the project of the address. A model exists as long as its file. Events of the
 * project's folders refetch it, so the page shows at once when it is deleted or hidden.
 */
export function useModelNow(id: number) {
  const named = useNamedProject();
  const query = useModel(named, id);
  // Kept after the model is gone, so that a restored model shows again.
  const projectId = query.data?.project_id ?? named;
  useLive('folder', ({ project_id }) => {
    if (project_id === projectId) refreshModels();
  });
  return query;
}

export const useSetPicture = () => useApiMutation(contract.modelThumbSet);
export const useReparse = () => useApiMutation(contract.modelReparse);

export const useViewpoints = (projectId: number, modelId: number) =>
  useApiQuery(contract.viewpointIndex, { project_id: projectId, model_id: modelId, ispage: 'not' });
export const useViewpoint = (projectId: OnPage, id: number | null) =>
  useApiQuery(contract.viewpointInfo, { project_id: projectId, id: id ?? 0 }, { enabled: id !== null });

export const useAddViewpoint = () => useApiMutation(contract.viewpointAdd, { inForm: true });
export const useDelViewpoint = () => useApiMutation(contract.viewpointDel);
export const useComment = () => useApiMutation(contract.viewpointComment, { inForm: true });
export const useDelComment = () => useApiMutation(contract.viewpointCommentDel);

/** Address of the geometry of a version. The version makes the address unique. */
export const geometryAddress = (projectId: number, modelId: number, versionId: number): string =>
  `${contract.modelData.path}?project_id=${projectId}&id=${modelId}&v=${versionId}`;
export const thumbAddress = (projectId: number, viewpointId: number): string =>
  `${contract.viewpointThumb.path}?project_id=${projectId}&id=${viewpointId}`;
export const pictureAddress = ({
  project_id,
  id,
  thumb,
}: Pick<ModelRow, 'project_id' | 'id' | 'thumb'>): string | null =>
  thumb === null ? null : `${contract.modelThumb.path}?project_id=${project_id}&id=${id}&v=${thumb}`;

/**
 * Uploads a picture for a version that the server could not draw. It runs in the background, so a failure shows no
 * message. A picture that another user has sent meanwhile is equally good.
 */
export async function sendPicture(picture: {
  projectId: number;
  modelId: number;
  versionId: number;
  thumb: string;
}): Promise<void> {
  const { projectId: project_id, modelId: id, versionId: v, thumb } = picture;
  await call(contract.modelThumbAdd, { project_id, id, v, thumb }, { silent: true }).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.code !== CODES.wrongState) throw error;
  });
}
