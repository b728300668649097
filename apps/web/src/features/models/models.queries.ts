import { CODES } from '@prdm/contract/codes';
import * as contract from '@prdm/contract/models';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { call, CallError, type InputOf } from '../../lib/call.ts';
import { askAnew } from '../../lib/ask-anew.ts';
import { useLive } from '../../lib/live.ts';
import { useAsk, useDo } from '../../lib/queries.ts';

export type ModelRow = z.output<typeof contract.modelRow>;
export type ModelCard = z.output<typeof contract.modelCard>;
export type ModelInfo = z.output<typeof contract.modelInfo.output>;
export type ViewpointRow = z.output<typeof contract.viewpointRow>;

/** While something is parsing its progress is asked for besides being pushed: a lost push must not freeze a bar. */
const PARSING_MS = 3000;

export const useModels = (input: InputOf<typeof contract.modelIndex>) =>
  useAsk(contract.modelIndex, input, { enabled: Number(input.project_id) > 0, refetchInterval: 30_000 });

/** The project of the page, for calls whose ids alone name it; undefined where an address names nothing but the record. */
export type OnPage = number | undefined;

/** The project an address names, and no other: a link to a model may come from anywhere. */
export function useNamedProject(): OnPage {
  const [address] = useSearchParams();
  const named = Number(address.get('project_id'));
  return Number.isSafeInteger(named) && named > 0 ? named : undefined;
}

export const useModel = (projectId: OnPage, id: number) =>
  useAsk(
    contract.modelInfo,
    { project_id: projectId, id },
    {
      enabled: id > 0,
      refetchInterval: (model) => (model?.status === 'parsing' ? PARSING_MS : false),
    },
  );

const refreshModels = askAnew('model');

/**
 * The model of a page that stays open, in the project the address names. A model is there as long as its file is: what happens to
 * that is told as news of the project's folders, and a page of what somebody deletes or hides says so at once.
 */
export function useModelNow(id: number) {
  const named = useNamedProject();
  const query = useModel(named, id);
  // Kept when the model is gone: what is restored comes back.
  const projectId = query.data?.project_id ?? named;
  useLive('folder', ({ project_id }) => {
    if (project_id === projectId) refreshModels();
  });
  return query;
}

export const useReparse = () => useDo(contract.modelReparse);

export const useViewpoints = (projectId: number, modelId: number) =>
  useAsk(contract.viewpointIndex, { project_id: projectId, model_id: modelId, ispage: 'not' });
export const useViewpoint = (projectId: OnPage, id: number | null) =>
  useAsk(contract.viewpointInfo, { project_id: projectId, id: id ?? 0 }, { enabled: id !== null });

export const useAddViewpoint = () => useDo(contract.viewpointAdd, { inForm: true });
export const useDelViewpoint = () => useDo(contract.viewpointDel);
export const useComment = () => useDo(contract.viewpointComment, { inForm: true });
export const useDelComment = () => useDo(contract.viewpointCommentDel);

/** Where the geometry of a version lies; the version makes the address unique. */
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

/** Gives a version its picture. Nobody asked for it, so nobody is told when it fails; one that somebody else has sent meanwhile is as good. */
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
