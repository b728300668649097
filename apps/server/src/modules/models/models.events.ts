import type { ModelReason } from '@prdm/contract/models';
import { defineEvent } from '../../platform/bus.ts';

export interface ModelHappening {
  readonly modelId: number;
  readonly fileId: number;
  readonly versionNo: number;
}

export const ModelParsing = defineEvent<ModelHappening>('model.parsing');
export const ModelParsed = defineEvent<ModelHappening & { elementCount: number }>('model.parsed');
export const ModelFailed = defineEvent<ModelHappening & { reason: ModelReason }>('model.failed');
/** A user sends the missing picture of a version, chooses the picture of the model, or withdraws that choice. */
export const ModelPictured = defineEvent<{ modelId: number; versionId: number }>('model.pictured');

export const ViewpointAdded = defineEvent<{ viewpointId: number; modelId: number }>('viewpoint.added');
export const ViewpointEdited = defineEvent<{ viewpointId: number; modelId: number }>('viewpoint.edited');
export const ViewpointDeleted = defineEvent<{ viewpointId: number; modelId: number }>('viewpoint.deleted');
export const ViewpointCommented = defineEvent<{ viewpointId: number; modelId: number; commentId: number }>(
  'viewpoint.commented',
);
export const ViewpointCommentDeleted = defineEvent<{ viewpointId: number; commentId: number }>(
  'viewpoint.commentDeleted',
);
