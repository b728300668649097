import * as config from '@prdm/contract/config/dictionaries';
import * as projects from '@prdm/contract/projects';
import * as tasks from '@prdm/contract/tasks';
import { Api, type Person } from './api.ts';

export interface BuiltProject {
  readonly id: number;
  readonly name: string;
  readonly stageId: number;
}

/** A project run by `manager`, with these members. */
export async function buildProject(
  admin: Api,
  given: { name: string; managerId: number; memberIds?: readonly number[] },
): Promise<BuiltProject> {
  const { list: types } = await admin.call(config.projectTypes.index, { ispage: 'not' });
  const { list: stages } = await admin.call(config.stages.index, { ispage: 'not' });
  const [type, stage] = [types[0], stages[0]];
  if (type === undefined || stage === undefined) throw new Error('a fresh enterprise has project types and stages');
  const { id } = await admin.call(projects.add, {
    name: given.name,
    short_name: given.name.slice(0, 10),
    type_id: type.id,
    stage_id: stage.id,
    manager_id: given.managerId,
    land_area_unit: 'm2',
    build_area: '1000',
    build_area_unit: 'm2',
    bim_area: '1000',
    bim_area_unit: 'm2',
    height_unit: 'm',
  });
  if (given.memberIds && given.memberIds.length > 0)
    await admin.call(projects.memberAdd, { project_id: id, user_ids: given.memberIds });
  return { id, name: given.name, stageId: stage.id };
}

/** Publishes tasks for one user. Each one sends that user a notice. */
export async function publishTasks(
  admin: Api,
  project: BuiltProject,
  to: Person,
  titles: readonly string[],
): Promise<void> {
  for (const title of titles) {
    await admin.call(tasks.add, {
      project_id: project.id,
      title,
      stage_id: project.stageId,
      executor_ids: [to.id],
      stages: [{ name: '校对', executor_ids: [to.id] }],
      publish: true,
    });
  }
}

export interface NamedPerson extends Person {
  readonly name: string;
}

export interface DesignProject {
  readonly project: BuiltProject;
  readonly designer: NamedPerson;
  readonly reviewer: NamedPerson;
}

/** A project with a designer and a reviewer. */
export async function buildDesignProject(admin: Api, mark: string): Promise<DesignProject> {
  const person = async (account: string, name: string): Promise<NamedPerson> => ({
    ...(await admin.addPerson({ account: `${account}${mark}`, name: `${name}${mark}`, password: 'Design-2026' })),
    name: `${name}${mark}`,
  });
  const designer = await person('designer', '陈设计');
  const reviewer = await person('reviewer', '李审核');
  const given = { name: `滨江科技园${mark}`, managerId: designer.id, memberIds: [reviewer.id] };
  return { project: await buildProject(admin, given), designer, reviewer };
}

/** Tasks that the designer has handed in. They wait for the reviewer, the last one first. */
export async function handIn(
  admin: Api,
  built: { project: BuiltProject; designer: Person; reviewer: Person },
  titles: readonly string[],
): Promise<void> {
  const { project, designer, reviewer } = built;
  const hand = await Api.signIn(admin.address, designer.account, designer.password);
  for (const name of titles) {
    const { id } = await admin.call(tasks.add, {
      project_id: project.id,
      title: name,
      stage_id: project.stageId,
      executor_ids: [designer.id],
      stages: [{ name: '校对', executor_ids: [reviewer.id], days: 3 }],
      publish: true,
    });
    const { version } = await hand.call(tasks.info, { id });
    const started = await hand.call(tasks.start, { id, version });
    await hand.call(tasks.submit, { id, version: started.version, annotation: `${name}已按会议纪要修改` });
  }
}
