import type { Happening } from '../../platform/bus.ts';
import type { Trx } from '../../platform/db.ts';
import type { Organisation } from '../organisation/index.ts';
import { StaffDisabled, StaffLeft } from '../organisation/organisation.events.ts';
import type { Projects } from '../projects/index.ts';
import { SeatStranded } from './processes.events.ts';
import { reseat } from './reseating.ts';
import { emit, stageFactsOf, type ProcessesParts } from './step.ts';

type Neighbours = ProcessesParts & {
  readonly organisation: Pick<Organisation, 'headsOver' | 'onHandOver'>;
  readonly projects: Pick<Projects, 'openForWriting' | 'ongoingAmong' | 'takePlace'>;
};

/**
 * What becomes of the seats of somebody who cannot decide any more (decisions.md 5.2), in the transaction that shuts the door: each goes to
 * the head of the department, else to the project's manager; where neither may sit, the approval waits and its starter, the manager and
 * the administrator are told. An administrator hands them to a colleague of choice by the same way.
 */
export function listenToStaff(parts: Neighbours): void {
  const { bus, organisation, projects } = parts;
  const ongoing = (trx: Trx, enterpriseId: number) => async (projectId: number) => {
    if (!(await projects.ongoingAmong(trx, enterpriseId, [projectId])).has(projectId)) return null;
    const { manager_id: managerId } = await projects.openForWriting(trx, enterpriseId, projectId);
    return { managerId };
  };

  const gone = async (trx: Trx, { actor, data }: Happening<{ userId: number; name: string }>): Promise<void> => {
    const heads = await organisation.headsOver(trx, actor.enterpriseId, data.userId);
    await reseat(parts, trx, actor, {
      from: data.userId,
      candidates: ({ managerId }) => [...new Set([...heads, ...(managerId === null ? [] : [managerId])])],
      enterProject: ongoing(trx, actor.enterpriseId),
      stranded: (step, stage, managerId) =>
        emit(step, SeatStranded, {
          ...stageFactsOf(step, stage),
          userId: data.userId,
          userName: data.name,
          managerId,
          at: step.at.toISOString(),
        }),
    });
  };
  bus.on(StaffDisabled, 'in-transaction', gone);
  bus.on(StaffLeft, 'in-transaction', gone);

  organisation.onHandOver('process', (trx, actor, from, to) =>
    reseat(parts, trx, actor, {
      from,
      candidates: () => [to],
      enterProject: ongoing(trx, actor.enterpriseId),
      join: (projectId, userId) => projects.takePlace(trx, actor, { projectId, from, to: userId }),
    }),
  );
}
