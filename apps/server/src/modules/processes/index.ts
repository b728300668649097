import { hidesProject, type Principal } from '@prdm/access';
import type { templateAdd, templateEdit, templateTestRun } from '@prdm/contract/processes/templates';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import { idsOf, type Authorized, type GivenTo } from '../../platform/ids/authorized.ts';
import type { Live } from '../../platform/live.ts';
import { bound } from '../../platform/bound.ts';
import type { Config } from '../config/index.ts';
import type { Organisation } from '../organisation/index.ts';
import { isOpen, type Projects } from '../projects/index.ts';
import { eligibilityOf, fitnessOf } from './assignments/deciders.ts';
import { notPassAssignment, passAssignment } from './decisions.ts';
import { cancel, pause, remind, resume, withdraw, withdrawById } from './lifecycle.ts';
import { delegationKind } from './delegations/delegation.kind.ts';
import { createDelegations } from './delegations/index.ts';
import { createRegistry } from './carrier/registry.ts';
import { createGates } from './gates/gates.ts';
import { recordOf } from './gates/signatures.ts';
import { lockStanding, standingOf } from './gates/standing.ts';
import type { ProcessTables } from './process.rows.ts';
import { processState, stageAt } from './process.states.ts';
import { processKind, assignmentKind, templateKind, type TemplateSubject } from './process.subject.ts';
import type { ProcessesApi, SubjectKey } from './process.types.ts';
import { rename, republish, start } from './publishing.ts';
import { detail, stateOf } from './reviews/reading.ts';
import { passMany } from './reviews/batch.ts';
import { countReviews, listReviews, type ListParts } from './reviews/reviews.service.ts';
import { reviewListsRepo } from './reviews/reviews.repo.ts';
import { opinionsOpenIn } from './reviews/part.ts';
import type { WireProcess } from './reviews/review-wire.ts';
import { viewOfProcess, viewOfSubject } from './reviews/viewing.ts';
import { listenToStaff } from './assignments/staff-disabled.ts';
import { findChange } from './process-change.ts';
import {
  addTemplate,
  deleteTemplate,
  editTemplate,
  enableTemplate,
  listTemplates,
  templateInfo,
  type TemplateParts,
} from './templates/templates.service.ts';
import { addSign, type AddedSign } from './stages/add-sign.ts';
import { addStandardTemplate } from './templates/standard-template.ts';
import { draftsOf, resolvePlan, type ResolveGiven, type ResolveParts } from './executors/resolve.ts';
import { peopleNamed } from './executors/people-named.ts';
import { testRun } from './executors/test-run.ts';
import { answerTransfer, requestTransfer } from './assignments/transfers.ts';

export { isOwnCheck } from './assignments/own-check.ts';

/**
 * Approvals of any subject {kind, id}: templates and running processes. The engine does not know the subjects.
 * Invariants: at most one stage of a process is under review. Only the holder of an open assignment of that stage
 * decides it. A change of a template never changes a running process. History rows are only added.
 */
export type Processes = ReturnType<typeof createProcesses>;
export { mayRemind } from './process.subject.ts';
export type { Holder } from './delegations/index.ts';
export type { SourcedDelegation } from './delegations/delegations.service.ts';
export type { Registration, SubjectLine } from './carrier/registry.ts';
export type { Gate, GateStage, Passing } from './gates/gates.ts';
export { opinionFor } from './reviews/part.ts';
export type { LockedStanding, Standing } from './gates/standing.ts';
export { draftsOf, type Plan, type ResolveGiven } from './executors/resolve.ts';
export { subjectKey } from './subject-key.ts';
export type {
  HistoryEntry,
  ProcessDetail,
  ProcessesApi,
  ProcessState,
  AssignmentState,
  StageDraft,
  StageState,
  StartGiven,
  SubjectKey,
} from './process.types.ts';
export type { ProcessSubject } from './process.events.ts';

export function createProcesses(platform: {
  db: Database;
  bus: Bus;
  live: Live;
  clock: Clock;
  tables: ModuleDb<ProcessTables>;
  config: Pick<Config, 'workingDays'>;
  organisation: Pick<
    Organisation,
    | 'names'
    | 'plainNames'
    | 'person'
    | 'rolesByIds'
    | 'principalsOf'
    | 'kindsOfPeople'
    | 'refuseInactive'
    | 'onLeavingCheck'
    | 'onHandOver'
    | 'onNamedCheck'
    | 'onWorkItems'
    | 'headsOver'
    | 'settings'
    | 'superiorsOf'
    | 'headsOfDepartment'
    | 'roleHolders'
    | 'fallbackApprovers'
  >;
  projects: Pick<
    Projects,
    'names' | 'openForWriting' | 'membersAmong' | 'membersOf' | 'ongoingAmong' | 'takePlace' | 'scopeOf'
  >;
}) {
  const { organisation, projects } = platform;
  const registry = createRegistry(platform.bus);
  const gates = createGates();
  const eligibility = eligibilityOf(platform);
  const parts: ListParts & TemplateParts & ResolveParts = {
    ...platform,
    names: organisation.names,
    refuseInactive: organisation.refuseInactive,
    eligibility,
    fitness: fitnessOf(platform),
    plainNames: organisation.plainNames,
    headsOver: organisation.headsOver,
    kindsOfPeople: organisation.kindsOfPeople,
    skipsRepeated: async (enterpriseId, trx) => (await organisation.settings(enterpriseId, trx)).skip_repeated,
    calendarOf: platform.config.workingDays.of,
    registry,
    gates,
    async outsideOf(enterpriseId, projectId, userIds) {
      const members = new Set(await projects.membersAmong(enterpriseId, projectId, userIds));
      const others = userIds.filter((id) => !members.has(id));
      const found = await eligibility(enterpriseId, projectId, others);
      return new Set(others.filter((id) => found.get(id) === 'outside'));
    },
    openForWriting: projects.openForWriting,
    scopeOf: projects.scopeOf,
    async projectNames(principal, ids) {
      const shown = ids.filter((id) => !hidesProject(principal, id));
      const rows = await projects.names(principal.enterpriseId, shown);
      return new Map([...rows].map(([id, row]) => [id, row.name]));
    },
    async isPartner({ enterpriseId, userId }) {
      return (await organisation.person(enterpriseId, userId))?.type === 'partner';
    },
    async archivedAmong({ enterpriseId }, ids) {
      const rows = await projects.names(enterpriseId, ids);
      return new Set([...rows.values()].filter((row) => row.status === 'archived').map((row) => row.id));
    },
    async closedAmong({ enterpriseId }, ids) {
      const rows = await projects.names(enterpriseId, ids);
      return new Set([...rows.values()].filter((row) => !isOpen(row)).map((row) => row.id));
    },
  };
  const api: ProcessesApi = {
    start: (trx, given) => start(parts, trx, given),
    async lock(trx, enterpriseId, subject) {
      const found = await findChange(parts, trx, enterpriseId, subject);
      return found && processState(found.row, stageAt(found.row, found.stages), found.at);
    },
    pause: (trx, actor, subject, reason) => pause(parts, trx, actor, subject, reason),
    resume: (trx, actor, subject) => resume(parts, trx, actor, subject),
    withdraw: (trx, actor, subject) => withdraw(parts, trx, actor, subject),
    republish: (trx, actor, subject, newRound) => republish(parts, trx, actor, subject, newRound),
    rename: (trx, enterpriseId, subject) => rename(parts, trx, enterpriseId, subject),
    cancel: (trx, actor, subject) => cancel(parts, trx, actor, subject),
    stateOf: (enterpriseId, subjects) => stateOf(parts, enterpriseId, subjects),
    detail: (enterpriseId, subject) => detail(parts, enterpriseId, subject),
    eligibility: parts.eligibility,
    resolveTemplate: async (enterpriseId, given, trx) => draftsOf(await resolvePlan(parts, enterpriseId, given, trx)),
  };
  listenToStaff({ ...parts, organisation, projects });
  organisation.onNamedCheck((trx, enterpriseId, ids) => peopleNamed(platform.tables.within(trx), enterpriseId, ids));
  organisation.onLeavingCheck(async (trx, enterpriseId, userId) => {
    const held = await reviewListsRepo(platform.tables.within(trx), enterpriseId).heldBy(userId);
    const ids = held.flatMap((row) => row.project_id ?? []);
    const ongoing = await projects.ongoingAmong(trx, enterpriseId, ids);
    const waits = held.filter((row) => row.project_id === null || ongoing.has(row.project_id));
    const count = waits.reduce((sum, row) => sum + row.n, 0);
    return count === 0 ? null : { kind: 'process', count };
  });

  return {
    ...api,
    /** Registers a kind of subject. Its owner calls it once when the program starts. */
    register: registry.register,
    /** Registers a condition for the passing of a stage, and the count that lists show as `unresolved`. */
    onPassing: gates.add,
    standing: bound(parts, standingOf),
    lockStanding: bound(parts, lockStanding),
    recordOf: bound(parts, recordOf),
    kinds: {
      process: processKind(parts),
      assignment: assignmentKind(parts),
      template: templateKind(parts),
      delegation: delegationKind(parts),
    },
    /** Delegations, and the people who decide now. */
    delegations: createDelegations(parts),

    pass: (actor: Actor, assignment: Assignment<'decide'>, comment?: string) =>
      passAssignment(parts, actor, assignment.id, comment),
    passMany: (actor: Actor, assignments: readonly Assignment<'read'>[], comment?: string) =>
      passMany(parts, actor, assignments, comment),
    notPass: (actor: Actor, assignment: Assignment<'decide'>, given: Parameters<typeof notPassAssignment>[3]) =>
      notPassAssignment(parts, actor, assignment.id, given),
    transfer: (
      actor: Actor,
      assignment: Assignment<'decide'>,
      { target, comment }: { target: Authorized<unknown, 'read', 'user'>; comment?: string },
    ) => requestTransfer(parts, actor, assignment.id, { targetId: target.id, comment }),
    addSign: (
      actor: Actor,
      assignment: Assignment<'decide'>,
      { users, ...added }: Omit<AddedSign, 'userIds'> & { users: readonly Authorized<unknown, 'read', 'user'>[] },
    ) => addSign(parts, actor, assignment.id, { ...added, userIds: users.map(({ id }) => id) }),
    answerTransfer: (
      actor: Actor,
      assignment: Assignment<'answer'>,
      answer: 'confirmed' | 'refused',
      comment?: string,
    ) => answerTransfer(parts, actor, assignment.id, answer, comment),
    /** The executor withdraws an unanswered transfer. */
    withdrawTransfer: (actor: Actor, assignment: Assignment<'decide'>, comment?: string) =>
      answerTransfer(parts, actor, assignment.id, 'withdrawn', comment),
    /** The starter withdraws the round, by the id of the process. */
    withdrawById: (actor: Actor, process: Authorized<unknown, 'withdraw', 'process'>) =>
      withdrawById(parts, actor, process.id),
    remind: (actor: Actor, process: Authorized<unknown, 'remind', 'process'>) => remind(parts, actor, process.id),

    reviews: (principal: Principal, { project, ...input }: ReviewsInput) =>
      listReviews(parts, principal, { ...input, projectId: project?.id }),
    counts: (principal: Principal) => countReviews(parts, principal),
    viewOf: (
      principal: Principal,
      process: Authorized<unknown, 'read', 'process'>,
      others: { mayRemind: boolean },
    ): Promise<WireProcess | null> => viewOfProcess(parts, principal, process.id, others),
    /** Those of the processes whose opinions the person may read. */
    opinionsOpenIn: bound(parts, opinionsOpenIn),
    ofSubject: (principal: Principal, subject: SubjectKey, now: unknown) =>
      viewOfSubject(parts, principal, subject, now),
    /** The template for a subject, with the people of each stage as they would be now. */
    plan: (enterpriseId: number, given: ResolveGiven, trx?: Trx) => resolvePlan(parts, enterpriseId, given, trx),

    /** The standard template of a new enterprise, inside its foundation. */
    addStandardTemplate: bound(parts, addStandardTemplate),

    templates: {
      list: bound(parts, listTemplates),
      info: (enterpriseId: number, template: Template<'read'>) => templateInfo(parts, enterpriseId, template.id),
      add: (actor: Actor, given: GivenTo<typeof templateAdd>) => addTemplate(parts, actor, idsOf(given)),
      edit: (actor: Actor, template: Template<'edit'>, given: Omit<GivenTo<typeof templateEdit>, 'id'>) =>
        editTemplate(parts, actor, { ...template.row, version: given.version }, idsOf(given)),
      enable: (actor: Actor, template: Template<'edit'>, version: number, enabled: boolean) =>
        enableTemplate(parts, actor, { ...template.row, version }, enabled),
      /** The starter is the caller unless given, the authors are the starter unless given. */
      testRun: (principal: Principal, given: GivenTo<typeof templateTestRun>) => {
        const { template, project_id, profession_id, starter_id, author_ids, facts, chosen } = idsOf(given);
        const starterId = starter_id ?? principal.userId;
        return testRun(parts, principal.enterpriseId, template, {
          projectId: project_id ?? null,
          professionId: profession_id ?? null,
          starterId,
          authorIds: author_ids ?? [starterId],
          facts: { ...facts, profession_id: facts?.profession_id ?? profession_id },
          chosen,
        });
      },
      remove: (actor: Actor, template: Template<'edit'>, version: number) =>
        deleteTemplate(parts, actor, { ...template.row, version }),
    },
  };
}

type Assignment<R extends string> = Authorized<unknown, R, 'seat'>;
type Template<R extends string> = Authorized<TemplateSubject, R, 'process_template'>;
type ReviewsInput = Omit<Parameters<typeof listReviews>[2], 'projectId'> & {
  readonly project?: Authorized<unknown, 'read', 'project'>;
};
