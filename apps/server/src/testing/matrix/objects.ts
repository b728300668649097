import type { ViewpointState } from '@prdm/contract/models';
import { systemActor } from '../../platform/actor.ts';
import {
  asPerson,
  buildDepartment,
  buildFile,
  buildFolder,
  buildProcessTemplate,
  buildTask,
  type World,
} from '../builders.ts';
import type { Objects } from './world.ts';

/** One record of every kind in one project, belonging to its manager where records belong to people. */
export async function buildObjects(
  app: World,
  place: { enterpriseId: number; projectId: number; managerId: number; otherId: number },
): Promise<Objects> {
  const { enterpriseId, projectId, managerId, otherId } = place;
  const { config, organisation, processes } = app.modules;
  const department = await buildDepartment(app, { enterpriseId });
  const template = await buildProcessTemplate(app, { enterpriseId, stages: [{ executor_ids: [managerId] }] });
  const task = await buildTask(app, {
    enterpriseId,
    projectId,
    assignerId: managerId,
    executorIds: [otherId],
    reviewers: [[managerId], [managerId]],
    state: 'under_review',
  });
  const states = await processes.stateOf(enterpriseId, [{ kind: 'task', id: task.id }]);
  const process = states.get(`task:${task.id}`);
  const roles = await organisation.roles(enterpriseId);
  const first = async (kind: 'project_type' | 'stage' | 'profession') => (await config.list(enterpriseId, kind))[0]?.id;
  const files = await filesOf(app, place);
  const noticeId = await noticeOf(app, enterpriseId, managerId, projectId);
  return {
    user: otherId,
    department: department.id,
    position: await positionOf(app, enterpriseId),
    role: roles.find((role) => role.key === 'designer')?.id,
    project: projectId,
    stage: await first('stage'),
    profession: await first('profession'),
    project_type: await first('project_type'),
    process_template: template.id,
    process: process?.processId,
    seat: process?.stage.seats[0]?.seatId,
    task: task.id,
    ...files,
    notice: noticeId,
  };
}

async function filesOf(
  app: World,
  { enterpriseId, projectId, managerId }: { enterpriseId: number; projectId: number; managerId: number },
) {
  const by = managerId;
  const folder = await buildFolder(app, { enterpriseId, projectId, by });
  const file = await buildFile(app, {
    enterpriseId,
    projectId,
    by,
    folderId: folder,
    name: 'matrix.ifc',
    bytes: 'no model',
  });
  const gone = await buildFile(app, { enterpriseId, projectId, by, folderId: folder, name: 'gone.txt' });
  const caller = await asPerson(app, enterpriseId, managerId);
  const { trash_ids } = await app.modules.files.calls.del(caller, { folderIds: [], fileIds: [gone.id], projectId });
  const [model] = await app.modules.models.list(enterpriseId, projectId);
  if (!model) throw new Error('an .ifc made no model');
  const { viewpoints } = app.modules.models;
  const actor = actorIn(enterpriseId, managerId);
  const viewpoint = await viewpoints.add(actor, model, { name: '视点', state: STATE });
  const place = { id: viewpoint, name: '视点', model_id: model.id, project_id: projectId };
  const comment = await viewpoints.comment(actor, place, '评论');
  return {
    folder,
    file: file.id,
    file_version: file.versionId,
    trash: trash_ids[0],
    model: model.id,
    viewpoint,
    viewpoint_comment: comment,
  };
}

const STATE: ViewpointState = {
  version: 1,
  origin: [0, 0, 0],
  camera: { position: [1, 1, 1], target: [0, 0, 0], projection: 'perspective' },
  sections: [],
  hidden: [],
  isolated: null,
  spaces: false,
  selection: [],
};

async function positionOf(app: World, enterpriseId: number): Promise<number> {
  return app.platform.db.transaction((trx) =>
    app.modules.organisation.addPosition(trx, enterpriseId, `岗位${Math.random()}`, 99),
  );
}

async function noticeOf(app: World, enterpriseId: number, userId: number, projectId: number): Promise<number> {
  await app.platform.db.transaction((trx) =>
    app.modules.notices.tell(trx, {
      enterpriseId,
      userIds: [userId],
      type: 'system',
      projectId,
      source: { kind: 'project', id: projectId },
      text: { key: 'notices.memberAdded', params: { project: '甲' } },
      pcPath: '/home',
      onceKey: `matrix-${projectId}`,
    }),
  );
  const { rows } = await app.platform.db.pool.query(
    'select id from notice where enterprise_id = $1 and once_key = $2',
    [enterpriseId, `matrix-${projectId}`],
  );
  return rows[0].id as number;
}

/** The program acting in an enterprise, for what a test changes by itself. */
export const actorIn = (enterpriseId: number, userId: number) => ({ ...systemActor(enterpriseId), userId });
