import type { Happening } from '../../../platform/bus.ts';
import type { Trx } from '../../../platform/db.ts';
import { isNamed, type Organisation } from '../../organisation/index.ts';
import { StaffDisabled, StaffLeft } from '../../organisation/organisation.events.ts';
import type { Projects } from '../../projects/index.ts';
import { MemberRemoved } from '../../projects/projects.events.ts';
import { AssignmentUnassignable } from '../process.events.ts';
import { reassign } from './reassignment.ts';
import { assignedIn, processesByIds, type AssignedProcess } from './reassignment.repo.ts';
import { emit, stageFactsOf, type ProcessesParts } from '../process-change.ts';

type Neighbours = ProcessesParts & {
  readonly organisation: Pick<Organisation, 'headsOver' | 'kindsOfPeople' | 'onHandOver' | 'onWorkItems'>;
  readonly projects: Pick<Projects, 'openForWriting' | 'ongoingAmong' | 'takePlace'>;
};

/**
 * Moves the assignments of a person who cannot decide any more (decisions.md 5.2). It runs in the transaction that
 * disables or removes the person. A removal from a project moves those of the project only. Each assignment goes to the
 * head of the department, else to the project manager, else to an heir that the owner of the kind names. Without an
 * eligible candidate the approval waits. An event then notifies its starter, the manager and the person who made the
 * change. A hand-over by an administrator to a chosen colleague takes the same way.
 */
export function listenToStaff(parts: Neighbours): void {
  const { bus, organisation, projects } = parts;
  const ongoing = (trx: Trx, enterpriseId: number) => async (projectId: number) => {
    if (!(await projects.ongoingAmong(trx, enterpriseId, [projectId])).has(projectId)) return null;
    const { manager_id: managerId } = await projects.openForWriting(trx, enterpriseId, projectId);
    return { managerId };
  };

  const moveAssignments = async (
    trx: Trx,
    { actor, data }: Pick<Happening<{ userId: number; name: string }>, 'actor' | 'data'>,
    within?: number,
  ): Promise<void> => {
    const heads = await organisation.headsOver(trx, actor.enterpriseId, data.userId);
    await reassign(parts, trx, actor, {
      from: data.userId,
      within,
      candidates: async ({ managerId, subject }) => {
        const heirs = await parts.registry.heirsOf(trx, actor.enterpriseId, subject);
        return [...new Set([...heads, ...(managerId === null ? [] : [managerId]), ...heirs])];
      },
      enterProject: ongoing(trx, actor.enterpriseId),
      unassignable: (change, stage, managerId) =>
        emit(change, AssignmentUnassignable, {
          ...stageFactsOf(change, stage),
          userId: data.userId,
          userName: data.name,
          managerId,
          removed: within !== undefined,
          at: change.at.toISOString(),
        }),
    });
  };
  bus.on(StaffDisabled, 'in-transaction', (trx, happening) => moveAssignments(trx, happening));
  bus.on(StaffLeft, 'in-transaction', (trx, happening) => moveAssignments(trx, happening));
  bus.on(MemberRemoved, 'in-transaction', async (trx, { actor, data: { projectId, user } }) => {
    const [people, eligibility] = [
      await organisation.kindsOfPeople(actor.enterpriseId, [user.id], trx),
      await parts.eligibility(actor.enterpriseId, projectId, [user.id], trx),
    ];
    // Leaving the enterprise also removes the person from its projects. StaffLeft already moves everything then. A
    // person who reads every project can still decide.
    if (people.get(user.id)?.status === 'former' || eligibility.get(user.id) === 'fit') return;
    await moveAssignments(trx, { actor, data: { userId: user.id, name: user.name } }, projectId);
  });

  const itemOf = ({ id, subject_name: name, project_id: projectId }: AssignedProcess) => ({ id, name, projectId });
  organisation.onWorkItems('process', {
    async heldBy(trx, enterpriseId, userId) {
      const assigned = await assignedIn(parts.tables.within(trx), enterpriseId, userId);
      const projectIds = assigned.flatMap((row) => row.project_id ?? []);
      const ongoingIds = await projects.ongoingAmong(trx, enterpriseId, projectIds);
      return assigned.filter((row) => row.project_id === null || ongoingIds.has(row.project_id)).map(itemOf);
    },
    byIds: async (enterpriseId, ids, trx) =>
      (await processesByIds(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId, ids)).map(itemOf),
  });
  organisation.onHandOver('process', (trx, actor, { from, to, caller, only }) =>
    reassign(parts, trx, actor, {
      from,
      only: (id) => isNamed(only, 'process', id),
      candidates: () => [to],
      enterProject: ongoing(trx, actor.enterpriseId),
      join: (projectId, userId) => projects.takePlace(trx, actor, { projectId, from, to: userId, caller }),
    }),
  );
}
