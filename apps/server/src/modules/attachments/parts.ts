import type { Principal } from '@prdm/access';
import type { Actor } from '../../platform/actor.ts';
import type { Bus, EventKind } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { Live } from '../../platform/live.ts';
import type { Log } from '../../platform/log.ts';
import type { Files } from '../files/index.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';
import type { OfAttachment } from './attachments.events.ts';
import { OWN_ROUND, type AttachmentTables, type RecordKey } from './attachments.repo.ts';
import type { AttachmentOwner, AttachmentOwners } from './owners.ts';
import type { ViewpointSource } from './views/source.ts';

export interface AttachmentParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly log: Log;
  readonly clock: Clock;
  readonly tables: ModuleDb<AttachmentTables>;
  readonly organisation: Pick<Organisation, 'names'>;
  readonly projects: Pick<Projects, 'openForWriting' | 'refuseClosed'>;
  readonly files: Pick<Files, 'kept' | 'signed' | 'uploads'>;
  readonly owners: AttachmentOwners;
  viewpoints(): ViewpointSource;
}

export interface Who {
  readonly actor: Actor;
  readonly principal: Principal;
}

/** A judged record with its owner. */
export interface Target {
  readonly owner: AttachmentOwner<unknown>;
  readonly id: number;
  readonly row: unknown;
  readonly projectId: number | null;
}

export const keyOf = ({ owner, id }: Target): RecordKey => ({ kind: owner.records.kind, id });

/** Emits the event of a change and notifies the open pages of the record. */
export async function happened(
  parts: Pick<AttachmentParts, 'bus' | 'live'>,
  trx: Trx,
  { actor }: Pick<Who, 'actor'>,
  target: Target,
  change: {
    readonly event: EventKind<OfAttachment>;
    readonly ids: readonly number[];
    readonly round?: number;
    readonly before?: Record<string, unknown>;
    readonly after?: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, id } = keyOf(target);
  const { title, audience } = target.owner.about(target.row);
  const { event, ids, round = OWN_ROUND, before, after } = change;
  await parts.bus.emit(trx, event, {
    actor,
    target: { kind, id, name: title },
    projectId: target.projectId,
    before,
    after,
    data: { kind, recordId: id, projectId: target.projectId, attachmentIds: ids, round },
  });
  await parts.live.notify(trx, actor.enterpriseId, audience, {
    type: `attachment.${kind}`,
    id,
    ...(target.projectId === null ? {} : { project_id: target.projectId }),
  });
}
