import type { Principal } from '@prdm/access';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { Attachments } from '../attachments/index.ts';
import type { Models } from '../models/index.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Processes, Standing } from '../processes/index.ts';
import type { Projects } from '../projects/index.ts';
import type { OpinionTables } from './opinions.repo.ts';
import type { Course } from './opinions.rules.ts';

export interface OpinionParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly tables: ModuleDb<OpinionTables>;
  readonly processes: Pick<
    Processes,
    'kinds' | 'opinionsOpenIn' | 'standing' | 'lockStanding' | 'eligibility' | 'onPassing' | 'recordOf' | 'viewOf'
  >;
  readonly attachments: Pick<Attachments, 'kind'>;
  readonly models: Pick<Models, 'kinds'>;
  readonly organisation: Pick<Organisation, 'names' | 'enterprise'>;
  readonly projects: Pick<Projects, 'names'>;
}

/** The caller of a changing call. */
export interface Who {
  readonly actor: Actor & { readonly userId: number };
  readonly principal: Principal;
}

/** Adds those of the people who cannot act in the process any more. */
export async function courseOf(
  parts: OpinionParts,
  trx: Trx,
  enterpriseId: number,
  { standing, userIds }: { standing: Standing; userIds: readonly number[] },
): Promise<Course> {
  const found = await parts.processes.eligibility(enterpriseId, standing.projectId, [...new Set(userIds)], trx);
  return { ...standing, gone: new Set([...found].filter(([, is]) => is !== 'fit').map(([id]) => id)) };
}
