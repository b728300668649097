import type { Principal } from '@prdm/access';
import type { Trx } from '../../../platform/db.ts';

/** A viewpoint as it is in one moment. */
export interface SourceViewpoint {
  readonly id: number;
  readonly model_id: number;
  readonly model_version_id: number | null;
  readonly model_version_no: number | null;
  readonly name: string;
  /** The JSON text of the saved view. */
  readonly state: string;
  readonly thumb: Buffer | null;
  readonly thumb_type: string | null;
  readonly deleted: boolean;
}

/** The owner of viewpoints. It is of a higher tier, so the program sets it. */
export interface ViewpointSource {
  /** Includes deleted ones. */
  now(trx: Trx, enterpriseId: number, ids: readonly number[]): Promise<readonly SourceViewpoint[]>;
  /** Names of those models that the person may open. */
  openable(principal: Principal, modelIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
}
