import type { Principal } from '@prdm/access';
import type { ProcessView } from '@prdm/contract/review';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Lent } from '../../platform/db.ts';
import type { Live } from '../../platform/live.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';
import { fitnessOf } from './deciders.ts';
import { notPassSeat, passSeat } from './decisions.ts';
import { cancel, pause, remind, resume, withdraw, withdrawById } from './lifecycle.ts';
import { ownWork } from './own-work.ts';
import type { ProcessTables } from './processes.rows.ts';
import { professionsOfSubjects } from './professions.ts';
import { processState, stageAt } from './processes.states.ts';
import { processKind, seatKind, templateKind } from './processes.subjects.ts';
import type { ProcessDoor } from './processes.types.ts';
import { rename, republish, start } from './publishing.ts';
import { detail, stateOf } from './reading.ts';
import { countReviews, listReviews, type ListParts } from './review-lists.ts';
import { reviewListsRepo } from './review-lists.repo.ts';
import { wireProcess } from './review-wire.ts';
import { listenToStaff } from './staff-disabled.ts';
import { findStep } from './step.ts';
import {
  addTemplate,
  deleteTemplate,
  editTemplate,
  enableTemplate,
  listTemplates,
  resolveTemplate,
  templateInfo,
  type TemplateParts,
} from './templates.ts';
import { answerTransfer, askTransfer } from './transfers.ts';

export { isOwnCheck } from './own-check.ts';

/**
 * Approvals of any subject {kind, id}: templates and running processes. Knows no subject. Always true here: of a
 * process at most one stage is under review; a decision belongs to whoever holds an open seat of that stage, and to
 * nobody else; what is running never changes when its template does; history only grows.
 */
export type Processes = ReturnType<typeof createProcesses>;
export { subjectKey } from './reading.ts';
export type {
  HistoryEntry,
  ProcessDetail,
  ProcessDoor,
  ProcessState,
  SeatState,
  StageDraft,
  StageState,
  StartGiven,
  SubjectKey,
} from './processes.types.ts';
export type { ProcessSubject } from './processes.events.ts';

export function createProcesses(platform: {
  db: Database;
  bus: Bus;
  live: Live;
  clock: Clock;
  tables: Lent<ProcessTables>;
  organisation: Pick<
    Organisation,
    'names' | 'person' | 'rolesByIds' | 'kindsOfPeople' | 'refuseAway' | 'onLeavingCheck' | 'onHandOver' | 'headsOver'
  >;
  projects: Pick<Projects, 'names' | 'openForWriting' | 'membersAmong' | 'accessOf' | 'ongoingAmong' | 'takePlace'>;
}) {
  const { organisation, projects } = platform;
  const own = ownWork();
  const subjects = professionsOfSubjects();
  const fitness = fitnessOf(platform);
  const parts: ListParts & TemplateParts = {
    ...platform,
    names: organisation.names,
    refuseAway: organisation.refuseAway,
    fitness,
    authorsOf: own.authorsOf,
    professionsOf: subjects.professionsOf,
    async outsideOf(enterpriseId, projectId, userIds) {
      const members = new Set(await projects.membersAmong(enterpriseId, projectId, userIds));
      const others = userIds.filter((id) => !members.has(id));
      const found = await fitness(enterpriseId, projectId, others);
      return new Set(others.filter((id) => found.get(id) === 'outside'));
    },
    openForWriting: projects.openForWriting,
    async projectNames({ enterpriseId }, ids) {
      const rows = await projects.names(enterpriseId, ids);
      return new Map([...rows].map(([id, row]) => [id, row.name]));
    },
    async isPartner({ enterpriseId, userId }) {
      return (await organisation.person(enterpriseId, userId))?.type === 'partner';
    },
    async archivedAmong({ enterpriseId }, ids) {
      const rows = await projects.names(enterpriseId, ids);
      return new Set([...rows.values()].filter((row) => row.status === 'archived').map((row) => row.id));
    },
  };
  const door: ProcessDoor = {
    start: (trx, given) => start(parts, trx, given),
    async lock(trx, enterpriseId, subject) {
      const found = await findStep(parts, trx, enterpriseId, subject);
      return found && processState(found.row, stageAt(found.row, found.stages), found.at);
    },
    pause: (trx, actor, subject, reason) => pause(parts, trx, actor, subject, reason),
    resume: (trx, actor, subject) => resume(parts, trx, actor, subject),
    withdraw: (trx, actor, subject) => withdraw(parts, trx, actor, subject),
    republish: (trx, actor, subject, anew) => republish(parts, trx, actor, subject, anew),
    rename: (trx, enterpriseId, subject) => rename(parts, trx, enterpriseId, subject),
    cancel: (trx, actor, subject) => cancel(parts, trx, actor, subject),
    stateOf: (enterpriseId, subjects) => stateOf(parts, enterpriseId, subjects),
    detail: (enterpriseId, subject) => detail(parts, enterpriseId, subject),
    fitness: parts.fitness,
    resolveTemplate: (enterpriseId, templateId, chosen) => resolveTemplate(parts, enterpriseId, templateId, chosen),
  };
  listenToStaff({ ...parts, organisation, projects });
  organisation.onLeavingCheck(async (trx, enterpriseId, userId) => {
    const held = await reviewListsRepo(platform.tables.within(trx), enterpriseId).heldBy(userId);
    const ids = held.flatMap((row) => row.project_id ?? []);
    const ongoing = await projects.ongoingAmong(trx, enterpriseId, ids);
    const waits = held.filter((row) => row.project_id === null || ongoing.has(row.project_id));
    const count = waits.reduce((sum, row) => sum + row.n, 0);
    return count === 0 ? null : { kind: 'process', count };
  });

  return {
    ...door,
    /** The owner of subjects of a kind says here whose work one is: who did it takes no seat over. */
    onAuthors: own.onAuthors,
    /** The owner says here of which profession they are, for the lists. */
    onProfessions: subjects.onProfessions,
    kinds: { process: processKind(parts), seat: seatKind(parts), template: templateKind(parts) },

    pass: (actor: Actor, seatId: number, comment?: string) => passSeat(parts, actor, seatId, comment),
    notPass: (actor: Actor, seatId: number, given: Parameters<typeof notPassSeat>[3]) =>
      notPassSeat(parts, actor, seatId, given),
    transfer: (actor: Actor, seatId: number, given: Parameters<typeof askTransfer>[3]) =>
      askTransfer(parts, actor, seatId, given),
    answerTransfer: (...args: Tail<Parameters<typeof answerTransfer>>) => answerTransfer(parts, ...args),
    /** The starter's own withdrawing, by the id of the process. */
    withdrawById: (actor: Actor, id: number) => withdrawById(parts, actor, id),
    remind: (actor: Actor, id: number) => remind(parts, actor, id),

    reviews: (...args: Tail<Parameters<typeof listReviews>>) => listReviews(parts, ...args),
    counts: (principal: Principal) => countReviews(parts, principal),
    /** One approval as its page shows it; null when it is gone. The right to read it was judged before. */
    async view(principal: Principal, id: number, others: { mayRemind: boolean }): Promise<ProcessView | null> {
      const found = await detail(parts, principal.enterpriseId, { id });
      if (!found) return null;
      const projectIds = found.projectId === null ? [] : [found.projectId];
      const projectNames = await parts.projectNames(principal, projectIds);
      return wireProcess(found, principal.userId, { projectNames, ...others });
    },

    templates: {
      list: (...args: Tail<Parameters<typeof listTemplates>>) => listTemplates(parts, ...args),
      info: (enterpriseId: number, id: number) => templateInfo(parts, enterpriseId, id),
      add: (...args: Tail<Parameters<typeof addTemplate>>) => addTemplate(parts, ...args),
      edit: (...args: Tail<Parameters<typeof editTemplate>>) => editTemplate(parts, ...args),
      enable: (...args: Tail<Parameters<typeof enableTemplate>>) => enableTemplate(parts, ...args),
      remove: (...args: Tail<Parameters<typeof deleteTemplate>>) => deleteTemplate(parts, ...args),
    },
  };
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;
