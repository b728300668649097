import type { Database, Lent, Trx } from '../../platform/db.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Live } from '../../platform/live.ts';
import type { Projects } from '../projects/index.ts';
import type { ModelsTables } from './models.repo.ts';

/** What whoever writes into a project's models is given. */
export interface WritingParts {
  readonly db: Database;
  readonly tables: Lent<ModelsTables>;
  readonly bus: Bus;
  readonly live: Live;
  readonly projects: Pick<Projects, 'openForWriting'>;
}

/** What a person changes in a project's models: in one transaction, and not in a project that was archived meanwhile (443). */
export const writing = <T>(
  parts: Pick<WritingParts, 'db' | 'projects'>,
  record: { readonly enterpriseId: number; readonly projectId: number },
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  parts.db.transaction(async (trx) => {
    await parts.projects.openForWriting(trx, record.enterpriseId, record.projectId);
    return work(trx);
  });
