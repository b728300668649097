import * as contract from '@prdm/contract/models';
import type { z } from 'zod';
import { useAsk, useDo } from '../../lib/queries.ts';

export type ModelRow = z.output<typeof contract.modelRow>;
export type ModelInfo = z.output<typeof contract.modelInfo.output>;
export type ViewpointRow = z.output<typeof contract.viewpointRow>;

/** While something is parsing its progress is asked for besides being pushed: a lost push must not freeze a bar. */
const PARSING_MS = 3000;

export const useModels = (projectId: number) =>
  useAsk(contract.modelIndex, { project_id: projectId }, { enabled: projectId > 0, refetchInterval: 30_000 });

export const useModel = (id: number) =>
  useAsk(
    contract.modelInfo,
    { id },
    {
      enabled: id > 0,
      refetchInterval: (model) => (model?.status === 'parsing' ? PARSING_MS : false),
    },
  );

export const useReparse = () => useDo(contract.modelReparse);

export const useViewpoints = (modelId: number) => useAsk(contract.viewpointIndex, { model_id: modelId, ispage: 'not' });
export const useViewpoint = (id: number | null) =>
  useAsk(contract.viewpointInfo, { id: id ?? 0 }, { enabled: id !== null });

export const useAddViewpoint = () => useDo(contract.viewpointAdd, { inForm: true });
export const useEditViewpoint = () => useDo(contract.viewpointEdit, { inForm: true });
export const useDelViewpoint = () => useDo(contract.viewpointDel);
export const useComment = () => useDo(contract.viewpointComment, { inForm: true });
export const useDelComment = () => useDo(contract.viewpointCommentDel);

/** Where the geometry of a version lies; the version makes the address unique, so the browser keeps it. */
export const geometryAddress = (modelId: number, versionId: number): string =>
  `${contract.modelData.path}?id=${modelId}&v=${versionId}`;
export const thumbAddress = (viewpoint: { id: number; version: number }): string =>
  `${contract.viewpointThumb.path}?id=${viewpoint.id}`;
