import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Live } from '../../platform/live.ts';
import type { Disk } from '../../platform/machine/disk.ts';
import type { Projects } from '../projects/index.ts';
import type { ModelsTables } from './models.repo.ts';

/** Dependencies of functions that write into the models of a project. */
export interface WritingParts {
  readonly db: Database;
  readonly tables: ModuleDb<ModelsTables>;
  readonly bus: Bus;
  readonly live: Live;
  readonly disk: Disk;
  readonly projects: Pick<Projects, 'openForWriting'>;
}

/** Runs a user's change in one transaction. Throws 443 when the project was archived since the request was authorised. */
export const writing = <T>(
  parts: Pick<WritingParts, 'db' | 'projects'>,
  record: { readonly enterpriseId: number; readonly projectId: number },
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  parts.db.transaction(async (trx) => {
    await parts.projects.openForWriting(trx, record.enterpriseId, record.projectId);
    return work(trx);
  });
