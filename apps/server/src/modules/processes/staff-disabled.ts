import type { Happening } from '../../platform/bus.ts';
import type { Trx } from '../../platform/db.ts';
import type { Organisation } from '../organisation/index.ts';
import { StaffDisabled, StaffLeft } from '../organisation/organisation.events.ts';
import type { Projects } from '../projects/index.ts';
import { MemberRemoved } from '../projects/projects.events.ts';
import { SeatStranded } from './processes.events.ts';
import { reseat } from './reseating.ts';
import { emit, stageFactsOf, type ProcessesParts } from './step.ts';

type Neighbours = ProcessesParts & {
  readonly organisation: Pick<Organisation, 'headsOver' | 'kindsOfPeople' | 'onHandOver'>;
  readonly projects: Pick<Projects, 'openForWriting' | 'ongoingAmong' | 'takePlace'>;
};

/**
 * What becomes of the seats of somebody who cannot decide any more (decisions.md 5.2), in the transaction that shuts the door, be it the
 * enterprise's or, for the seats there, that of one project: each goes to the head of the department, else to the project's manager; where
 * neither may sit, the approval waits and its starter, the manager and whoever shut the door are told. An administrator hands them to a
 * colleague of choice by the same way.
 */
export function listenToStaff(parts: Neighbours): void {
  const { bus, organisation, projects } = parts;
  const ongoing = (trx: Trx, enterpriseId: number) => async (projectId: number) => {
    if (!(await projects.ongoingAmong(trx, enterpriseId, [projectId])).has(projectId)) return null;
    const { manager_id: managerId } = await projects.openForWriting(trx, enterpriseId, projectId);
    return { managerId };
  };

  const gone = async (
    trx: Trx,
    { actor, data }: Pick<Happening<{ userId: number; name: string }>, 'actor' | 'data'>,
    within?: number,
  ): Promise<void> => {
    const heads = await organisation.headsOver(trx, actor.enterpriseId, data.userId);
    await reseat(parts, trx, actor, {
      from: data.userId,
      within,
      candidates: ({ managerId }) => [...new Set([...heads, ...(managerId === null ? [] : [managerId])])],
      enterProject: ongoing(trx, actor.enterpriseId),
      stranded: (step, stage, managerId) =>
        emit(step, SeatStranded, {
          ...stageFactsOf(step, stage),
          userId: data.userId,
          userName: data.name,
          managerId,
          removed: within !== undefined,
          at: step.at.toISOString(),
        }),
    });
  };
  bus.on(StaffDisabled, 'in-transaction', (trx, happening) => gone(trx, happening));
  bus.on(StaffLeft, 'in-transaction', (trx, happening) => gone(trx, happening));
  bus.on(MemberRemoved, 'in-transaction', async (trx, { actor, data: { projectId, user } }) => {
    const [people, fitness] = [
      await organisation.kindsOfPeople(actor.enterpriseId, [user.id], trx),
      await parts.fitness(actor.enterpriseId, projectId, [user.id], trx),
    ];
    // Who leaves the enterprise leaves its projects on the way out: everything moves at once, above. Who sees every project goes on deciding.
    if (people.get(user.id)?.status === 'former' || fitness.get(user.id) === 'fit') return;
    await gone(trx, { actor, data: { userId: user.id, name: user.name } }, projectId);
  });

  organisation.onHandOver('process', (trx, actor, from, to) =>
    reseat(parts, trx, actor, {
      from,
      candidates: () => [to],
      enterProject: ongoing(trx, actor.enterpriseId),
      join: (projectId, userId) => projects.takePlace(trx, actor, { projectId, from, to: userId }),
    }),
  );
}
