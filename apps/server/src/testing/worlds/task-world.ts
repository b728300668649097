import { stages as stageDictionary } from '@prdm/contract/config/dictionaries';
import type { Endpoint } from '@prdm/contract/kit';
import { index as notices } from '@prdm/contract/notices';
import { pass as passAssignment } from '@prdm/contract/processes/review';
import { add, info, publish, start, submit } from '@prdm/contract/tasks';
import type { RoleKey } from '@prdm/contract/nodes';
import { buildPerson, buildProject, PASSWORD, type BuiltPerson } from './builders.ts';
import type { Answer } from './calls.ts';
import type { TestApp } from '../servers/start-app.ts';

/** A person with a session. */
export interface Signed extends BuiltPerson {
  readonly token: string;
}

/** A project with the usual people, all signed in, and short functions for the calls of a task. */
export interface TaskWorld {
  readonly app: TestApp;
  readonly projectId: number;
  readonly stageId: number;
  readonly manager: Signed;
  readonly lead: Signed;
  readonly designer: Signed;
  readonly colleague: Signed;
  readonly proofreader: Signed;
  readonly reviewer: Signed;
  readonly member: Signed;
  readonly stranger: Signed;
  call(endpoint: Endpoint, input: unknown, by: { token: string }): Promise<Answer>;
  /** The call with the current version of the task. */
  act(endpoint: Endpoint, id: number, by: { token: string }, more?: object): Promise<Answer>;
  read(id: number, by?: { token: string }): Promise<Answer['data']>;
  /** A draft by the lead: the designer works, proofreader and reviewer decide in this order. */
  draft(more?: object, by?: { token: string }): Promise<number>;
  published(more?: object): Promise<number>;
  started(more?: object): Promise<number>;
  submitted(more?: object): Promise<number>;
  form(more?: object): Record<string, unknown>;
  /** A person's notices about one task, newest first. */
  notified(who: { token: string }, taskId: number): Promise<{ type: string; content: string }[]>;
  noticeTypes(who: { token: string }, taskId: number): Promise<string[]>;
  /** A person's assignment in the running review. */
  assignmentOf(taskId: number, userId: number): Promise<number>;
  passStage(taskId: number, who: Signed): Promise<Answer>;
}

const well = (answer: Answer): Answer => {
  if (answer.code !== 0) throw new Error(`refused: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer;
};

export async function taskWorld(app: TestApp): Promise<TaskWorld> {
  const person = async (name: string): Promise<Signed> => {
    const built = await buildPerson(app, { name });
    return { ...built, token: await app.signIn(built.account, PASSWORD) };
  };
  const [manager, lead, designer, colleague, proofreader, reviewer, member, stranger] = (await Promise.all(
    ['陈经理', '赵专负', '李设计', '王设计', '孙校对', '周审核', '吴成员', '外人'].map(person),
  )) as [Signed, Signed, Signed, Signed, Signed, Signed, Signed, Signed];
  const holding = (who: Signed, role: RoleKey) => ({ id: who.id, roles: [role] });
  const { id: projectId } = await buildProject(app, {
    managerId: manager.id,
    members: [
      holding(lead, 'professional_leader'),
      holding(designer, 'designer'),
      holding(colleague, 'designer'),
      holding(proofreader, 'proofreader'),
      holding(reviewer, 'reviewer'),
      holding(member, 'designer'),
    ],
  });
  const stages = await app.call(stageDictionary.index, { ispage: 'not' }, { token: manager.token });
  const stageId = stages.data.list[3].id as number;

  const call: TaskWorld['call'] = (endpoint, input, { token }) => app.call(endpoint, input, { token });
  const read: TaskWorld['read'] = async (id, by = manager) => {
    const answer = await call(info, { id }, by);
    if (answer.code !== 0) throw new Error(`task ${id} cannot be read: ${answer.code} ${answer.msg}`);
    return answer.data;
  };
  /** Reads the database directly, because the page of a task is expensive. */
  const versionOf = async (id: number): Promise<number | undefined> =>
    (await app.platform.db.pool.query('select version from task where id = $1', [id])).rows[0]?.version;
  const act: TaskWorld['act'] = async (endpoint, id, by, more = {}) =>
    call(endpoint, { id, version: await versionOf(id), ...more }, by);
  const form: TaskWorld['form'] = (more = {}) => ({
    project_id: projectId,
    title: '三层平面图',
    stage_id: stageId,
    executor_ids: [designer.id],
    stages: [
      { name: '校对', executor_ids: [proofreader.id] },
      { name: '审核', executor_ids: [reviewer.id] },
    ],
    ...more,
  });
  const draft: TaskWorld['draft'] = async (more, by = lead) => well(await call(add, form(more), by)).data.id;
  const published: TaskWorld['published'] = async (more) => {
    const id = await draft(more);
    well(await act(publish, id, lead));
    return id;
  };
  const started: TaskWorld['started'] = async (more) => {
    const id = await published(more);
    well(await act(start, id, designer));
    return id;
  };
  const submitted: TaskWorld['submitted'] = async (more) => {
    const id = await started(more);
    well(await act(submit, id, designer));
    return id;
  };
  const notified: TaskWorld['notified'] = async (who, taskId) => {
    const { data } = await call(notices, { ispage: 'not' }, who);
    return data.list.filter((notice: { source_id: number }) => notice.source_id === taskId);
  };
  const noticeTypes: TaskWorld['noticeTypes'] = async (who, taskId) =>
    (await notified(who, taskId)).map(({ type }) => type);
  const assignmentOf: TaskWorld['assignmentOf'] = async (taskId, userId) => {
    const { process } = await read(taskId);
    const stages = process.stages as { seats: { id: number; user: { id: number } }[] }[];
    const assignment = stages.flatMap((stage) => stage.seats).find(({ user }) => user.id === userId);
    if (!assignment) throw new Error(`person ${userId} sits in no stage of task ${taskId}`);
    return assignment.id;
  };
  const passStage: TaskWorld['passStage'] = async (taskId, who) =>
    call(passAssignment, { seat_id: await assignmentOf(taskId, who.id) }, who);
  const people = { manager, lead, designer, colleague, proofreader, reviewer, member, stranger };
  return {
    app,
    projectId,
    stageId,
    ...people,
    call,
    act,
    read,
    draft,
    published,
    started,
    submitted,
    form,
    notified,
    noticeTypes,
    assignmentOf,
    passStage,
  };
}
