import { randomBytes } from 'node:crypto';
import { addEnterprise } from '../../enterprise-add/add.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TestApp } from '../servers/start-app.ts';
import { FACTORY_POLICY } from '../../modules/identity/identity.rules.ts';
import { systemActor } from '../../platform/actor.ts';
import type { Principal } from '@prdm/access';
import type { RoleKey } from '@prdm/contract/nodes';
import { add as addTask } from '@prdm/contract/tasks';
import type { TaskState } from '../../modules/tasks/task.rules.ts';
import type { ProcessKind } from '@prdm/contract/processes/kinds';
import { templateAdd } from '@prdm/contract/processes/templates';
import type { TemplateStage } from '../../modules/processes/templates/templates.repo.ts';
import { authorizedBySystem, givenBySystem } from '../../platform/ids/authorized-by-system.ts';

/** The services of a test or the demo institute: the same as of the calls, without their forms. */
export type World = Pick<TestApp, 'platform' | 'modules'>;

export const PASSWORD = 'Design-2026';

/** The enterprise of a fresh installation. */
export async function theEnterprise(world: World): Promise<number> {
  const [id] = await world.modules.organisation.enterpriseIds();
  if (id === undefined) throw new Error('no enterprise yet');
  return id;
}

/** Serials count per installation, so that names do not depend on earlier tests in the process. */
const serials = new WeakMap<Platform, number>();
function next({ platform }: World): number {
  const serial = (serials.get(platform) ?? 0) + 1;
  serials.set(platform, serial);
  return serial;
}

export interface BuiltPerson {
  readonly id: number;
  readonly account: string;
  readonly name: string;
}

/** A person who can sign in with PASSWORD; `roles` by key, besides employee. */
export async function buildPerson(
  world: World,
  given: {
    name?: string;
    account?: string;
    roles?: RoleKey[];
    /** An account of another firm, for an invited partner. */
    type?: 'partner';
    enterpriseId?: number;
    departmentId?: number;
    positionId?: number;
    professionId?: number;
    phone?: string;
    email?: string;
  } = {},
): Promise<BuiltPerson> {
  const enterpriseId = given.enterpriseId ?? (await theEnterprise(world));
  const number = next(world);
  const account = given.account ?? `person${number}`;
  const name = given.name ?? `成员${number}`;
  const roles = await world.modules.organisation.roles(enterpriseId);
  const roleIds = ['employee', ...(given.roles ?? [])].map((key) => {
    const role = roles.find((entry) => entry.key === key);
    if (!role) throw new Error(`no role ${key}`);
    return role.id;
  });
  const id = await world.platform.db.transaction((trx) =>
    world.modules.organisation.addPerson(trx, enterpriseId, {
      account,
      password: PASSWORD,
      mustChange: false,
      policy: FACTORY_POLICY,
      name,
      roleIds,
      type: given.type,
      departmentId: given.departmentId,
      positionId: given.positionId,
      professionId: given.professionId,
      phone: given.phone,
      email: given.email,
    }),
  );
  return { id, account, name };
}

/** A system administrator with an enterprise of its own, as `enterprise:add -- --system` makes one. */
export async function buildSystemAdministrator(world: World): Promise<{ account: string; enterpriseId: number }> {
  const wanted = { kind: 'system', account: `system${randomBytes(4).toString('hex')}`, password: PASSWORD } as const;
  const { enterpriseId, account } = await addEnterprise(world.platform, world.modules, wanted);
  return { account, enterpriseId };
}

/** A department under `parentId` or at the top. */
export async function buildDepartment(
  world: World,
  given: { name?: string; parentId?: number; leaderId?: number; enterpriseId?: number; isProduction?: boolean } = {},
): Promise<{ id: number; name: string }> {
  const enterpriseId = given.enterpriseId ?? (await theEnterprise(world));
  const name = given.name ?? `部门${next(world)}`;
  const id = await world.platform.db.transaction((trx) =>
    world.modules.organisation.addDepartment(trx, systemActor(enterpriseId), {
      name,
      parent_id: given.parentId,
      leader_id: given.leaderId,
      is_production: given.isProduction ?? true,
    }),
  );
  return { id, name };
}

export interface BuiltProject {
  readonly id: number;
  readonly name: string;
  readonly itemNumber: string;
  readonly managerId: number;
}

export interface ProjectInput {
  name?: string;
  /** Default: the member with the role project_manager, else a new person. */
  managerId?: number;
  members?: { id: number; roles: RoleKey[]; professionId?: number }[];
  professionIds?: number[];
  departmentId?: number;
  archived?: boolean;
  enterpriseId?: number;
}

/** A project with its members, ongoing unless `archived`. */
export async function buildProject(world: World, given: ProjectInput = {}): Promise<BuiltProject> {
  const { config, projects } = world.modules;
  const enterpriseId = given.enterpriseId ?? (await theEnterprise(world));
  const name = given.name ?? `项目${next(world)}`;
  const members = given.members ?? [];
  const managerId =
    given.managerId ??
    members.find(({ roles }) => roles.includes('project_manager'))?.id ??
    (await buildPerson(world, { enterpriseId })).id;
  const [type] = await config.list(enterpriseId, 'project_type');
  const [stage] = await config.list(enterpriseId, 'stage');
  const actor = { ...systemActor(enterpriseId), userId: managerId };
  const sheet = {
    name,
    short_name: name.slice(0, 10),
    type_id: type?.id ?? 0,
    stage_id: stage?.id ?? 0,
    department_id: given.departmentId,
    land_area_unit: 'm2',
    build_area: '12000',
    build_area_unit: 'm2',
    bim_area: '10000',
    bim_area_unit: 'm2',
    height_unit: 'm',
  } as const;
  return world.platform.db.transaction(async (trx) => {
    const { id, item_number: itemNumber } = await projects.create(trx, actor, {
      sheet: { ...sheet, profession_ids: given.professionIds },
      managerId,
    });
    for (const member of members) {
      if (member.id === managerId) continue;
      await projects.addMember(trx, actor, id, {
        userId: member.id,
        roleKeysOrIds: member.roles,
        professionId: member.professionId,
      });
    }
    if (given.archived) await projects.archive(trx, actor, { projectId: id, version: 1, confirmed: true });
    return { id, name, itemNumber, managerId };
  });
}

export const buildArchivedProject = (world: World, given: Omit<ProjectInput, 'archived'> = {}): Promise<BuiltProject> =>
  buildProject(world, { ...given, archived: true });

const PLAIN = { conditions: [], is_default: false, sort: 0 };

/** A template of three any-sign stages with one person each, or the given `stages`. */
export async function buildProcessTemplate(
  world: World,
  given: {
    name?: string;
    kind?: ProcessKind;
    enterpriseId?: number;
    ccIds?: number[];
    stages?: (Partial<Omit<TemplateStage, 'executor_ids' | 'conditions'>> & { executor_ids: number[] })[];
  } = {},
): Promise<{ id: number; name: string; executorIds: number[][] }> {
  const enterpriseId = given.enterpriseId ?? (await theEnterprise(world));
  const name = given.name ?? `流程${next(world)}`;
  const people = given.stages ? [] : await Promise.all([1, 2, 3].map(() => buildPerson(world, { enterpriseId })));
  const wanted = given.stages ?? people.map((person) => ({ executor_ids: [person.id] }));
  const stages = wanted.map((stage, index) => ({
    name: `节点${index + 1}`,
    executor_rule: 'users' as const,
    sign_mode: 'any' as const,
    days: null,
    allow_transfer: true,
    reject_to: 'starter' as const,
    by_profession: false,
    cc_ids: [],
    separate: false,
    straight: false,
    ...stage,
    conditions: [],
  }));
  const { id } = await world.modules.processes.templates.add(
    systemActor(enterpriseId),
    givenBySystem(templateAdd, { name, kind: given.kind ?? 'task', cc_ids: given.ccIds ?? [], ...PLAIN, stages }),
  );
  return { id, name, executorIds: stages.map((stage) => stage.executor_ids) };
}

/** A person's current rights, as a call would load them. */
export async function principalFor(world: World, userId: number, enterpriseId?: number): Promise<Principal> {
  const enterprise = enterpriseId ?? (await theEnterprise(world));
  const person = (await world.modules.organisation.principalsOf(enterprise, [userId])).get(userId);
  if (!person) throw new Error(`nobody works here with id ${userId}`);
  return person.principal;
}

export interface TaskInput {
  projectId: number;
  /** The assigner. The calls require Task-add there; this builder does not. */
  assignerId: number;
  executorIds?: number[];
  /**
   * The people of each review stage; default: one stage with the assigner. An assigner who passes last accepts the task,
   * so a task that awaits confirmation has its executor there.
   */
  reviewers?: number[][];
  /** The state to reach. */
  state?: Extract<
    TaskState,
    'not_started' | 'unprocessed' | 'in_progress' | 'under_review' | 'awaiting_confirmation' | 'finished'
  >;
  enterpriseId?: number;
  /** Any field of the call, in its wire form. */
  fields?: Record<string, unknown>;
}

export interface BuiltTask {
  readonly id: number;
  readonly title: string;
  readonly version: number;
  readonly executorIds: number[];
}

const TASK_COURSE = ['not_started', 'unprocessed', 'in_progress', 'under_review', 'awaiting_confirmation', 'finished'];

/** A task in the given `state` (default: unprocessed), created and moved by the same services as through the calls. */
export async function buildTask(world: World, given: TaskInput): Promise<BuiltTask> {
  const { config, tasks, processes } = world.modules;
  const enterpriseId = given.enterpriseId ?? (await theEnterprise(world));
  const [stage] = await config.list(enterpriseId, 'stage');
  const executorIds = given.executorIds ?? [given.assignerId];
  const far = TASK_COURSE.indexOf(given.state ?? 'unprocessed');
  const who = async (userId: number) => ({
    actor: { ...systemActor(enterpriseId), userId },
    principal: await principalFor(world, userId, enterpriseId),
  });
  const input = addTask.input.parse({
    project_id: given.projectId,
    title: `任务${next(world)}`,
    stage_id: stage?.id,
    executor_ids: executorIds,
    stages: (given.reviewers ?? [far === 4 ? executorIds : [given.assignerId]]).map((ids, index) => ({
      name: `节点${index + 1}`,
      executor_ids: ids,
    })),
    publish: far >= 1,
    ...given.fields,
  });
  const starter = await who(given.assignerId);
  let { id, version } = await tasks.add(starter, givenBySystem(addTask, input));
  const record = async () => {
    const [subject] = await tasks.kind.load(starter.principal, [id]);
    if (!subject) throw new Error(`task ${id} is gone`);
    return authorizedBySystem(subject.row, subject.projectId);
  };
  const worker = await who(executorIds[0] ?? given.assignerId);
  if (far >= 2) ({ version } = await tasks.start(worker, { task: await record(), version }));
  if (far >= 3) ({ version } = await tasks.submit(worker, { task: await record(), version }));
  if (far >= 4) {
    for (;;) {
      const state = (await processes.stateOf(enterpriseId, [{ kind: 'task', id }])).get(`task:${id}`);
      const assignment = state?.stage.assignments.find(({ status }) => status === 'open');
      if (state?.status !== 'under_review' || !assignment) break;
      await processes.pass(
        { ...systemActor(enterpriseId), userId: assignment.userId },
        authorizedBySystem({ id: assignment.assignmentId }),
      );
    }
    version = (await record()).row.version;
  }
  const isAccepted = far >= 5 && (await record()).row.status === 'finished';
  if (far >= 5 && !isAccepted) ({ version } = await tasks.pass(starter, { task: await record(), version }));
  return { id, title: input.title, version, executorIds };
}

export interface BuiltFile {
  readonly id: number;
  readonly versionId: number;
  readonly folderId: number;
  readonly name: string;
}

/** A person in the form that the file services take as caller. */
export const asPerson = async (world: World, enterpriseId: number, userId: number) => ({
  actor: { ...systemActor(enterpriseId), userId },
  principal: await principalFor(world, userId, enterpriseId),
});

/** The root folder of a project. */
export async function rootFolder(world: World, projectId: number, enterpriseId?: number): Promise<number> {
  const id = await world.modules.files.rootOf(enterpriseId ?? (await theEnterprise(world)), projectId);
  if (id === null) throw new Error(`project ${projectId} has no folders`);
  return id;
}

/** A folder in a project's tree, below `parentId` or the root. The creator `by` needs the right to create. */
export async function buildFolder(
  world: World,
  given: { projectId: number; by: number; parentId?: number; name?: string; enterpriseId?: number },
): Promise<number> {
  const enterpriseId = given.enterpriseId ?? (await theEnterprise(world));
  const pid = given.parentId ?? (await rootFolder(world, given.projectId, enterpriseId));
  const caller = await asPerson(world, enterpriseId, given.by);
  const name = given.name ?? `文件夹${next(world)}`;
  return (
    await world.modules.files.calls.mkdir(caller, { into: authorizedBySystem({ id: pid }, given.projectId), name })
  ).id;
}

/** A stored file, in `folderId` or the root. An existing name gets a new version. */
export async function buildFile(
  world: World,
  given: {
    projectId: number;
    by: number;
    folderId?: number;
    name?: string;
    bytes?: Buffer | string;
    enterpriseId?: number;
  },
): Promise<BuiltFile> {
  const enterpriseId = given.enterpriseId ?? (await theEnterprise(world));
  const folderId = given.folderId ?? (await rootFolder(world, given.projectId, enterpriseId));
  const caller = await asPerson(world, enterpriseId, given.by);
  const name = given.name ?? `图纸${next(world)}.dwg`;
  const bytes = Buffer.from(given.bytes ?? `${name} ${next(world)}`);
  const stored = await world.modules.files.storeBytes(caller, { folderId, projectId: given.projectId, name, bytes });
  return { id: stored.fileId, versionId: stored.versionId, folderId, name };
}
