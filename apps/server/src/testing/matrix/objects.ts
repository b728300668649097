import { randomBytes } from 'node:crypto';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { ViewpointState } from '@prdm/contract/models';
import { systemActor } from '../../platform/actor.ts';
import {
  asPerson,
  buildDepartment,
  buildFile,
  buildFolder,
  buildPerson,
  buildProcessTemplate,
  buildTask,
  rootFolder,
  type World,
} from '../worlds/builders.ts';
import { buildNonProject } from '../worlds/non-projects.ts';
import type { Objects } from './world.ts';
import { authorizedBySystem } from '../../platform/ids/authorized-by-system.ts';

/** The place and owner of built records. Every name and text of the project's own records holds `marker`. */
export interface Site {
  readonly enterpriseId: number;
  readonly projectId: number;
  readonly managerId: number;
  readonly otherId: number;
  readonly marker: string;
  /** The marker of records beside the project. Default: `marker`. */
  readonly markerBeside?: string;
}

/** One record of every kind in one project, owned by its manager where the kind has an owner. */
export async function buildObjects(app: World, place: Site): Promise<Objects> {
  const { enterpriseId, projectId, managerId, otherId, marker, markerBeside = marker } = place;
  const { config, organisation, processes } = app.modules;
  const department = await buildDepartment(app, { enterpriseId });
  const template = await buildProcessTemplate(app, { enterpriseId, stages: [{ executor_ids: [managerId] }] });
  const task = await buildTask(app, {
    enterpriseId,
    projectId,
    assignerId: managerId,
    executorIds: [otherId],
    state: 'under_review',
    fields: {
      title: `${marker} 任务`,
      description: `${marker} 说明`,
      annotation: `${marker} 备注`,
      stages: [1, 2].map((n) => ({ name: `${marker} 节点${n}`, executor_ids: [managerId] })),
    },
  });
  const states = await processes.stateOf(enterpriseId, [{ kind: 'task', id: task.id }]);
  const process = states.get(`task:${task.id}`);
  const roles = await organisation.roles(enterpriseId);
  const first = async (kind: 'project_type' | 'stage' | 'profession') => (await config.list(enterpriseId, kind))[0]?.id;
  const entries = await entriesOf(app, enterpriseId);
  const files = await filesOf(app, place);
  const noticeId = await noticeOf(app, place);
  return {
    enterprise: enterpriseId,
    user: otherId,
    department: department.id,
    position: await namedRow(app, 'position', enterpriseId),
    position_template: await namedRow(app, 'position_template', enterpriseId),
    user_group: await namedRow(app, 'user_group', enterpriseId),
    folder_template: await namedRow(app, 'folder_template', enterpriseId),
    ...entries,
    role: roles.find((role) => role.key === 'designer')?.id,
    project: projectId,
    non_project: (
      await buildNonProject(app, { enterpriseId, name: `${markerBeside} 非项目`, managerId, memberIds: [otherId] })
    ).id,
    stage: await first('stage'),
    profession: await first('profession'),
    project_type: await first('project_type'),
    cost_config: (await config.costs.all(enterpriseId))[0]?.id,
    process_template: template.id,
    process: process?.processId,
    seat: process?.stage.assignments[0]?.assignmentId,
    task: task.id,
    opinion: await opinionOf(app, place, process?.processId),
    comment: await commentOf(app, place, task.id),
    attachment: await attachmentOf(app, place, { taskId: task.id, versionId: files.file_version }),
    ...files,
    handed_viewpoint: await handedViewOf(app, place, { taskId: task.id, viewpointId: files.viewpoint }),
    notice: noticeId,
    delegation: await delegationOf(app, place),
    upload: await uploadOf(app, place),
    record_upload: await recordUploadOf(app, place, task.id),
    sheet_import: await sheetImportOf(app, enterpriseId),
    work_item: `task:${task.id}`,
    invitation: await invitationOf(app, place),
  };
}

/** An open invitation of the project's other person, so that a call that answers an own one passes for that person. */
async function invitationOf(
  app: World,
  { enterpriseId, projectId, managerId, otherId, marker }: Site,
): Promise<number> {
  const { rows } = await app.platform.db.pool.query<{ id: number }>(
    `insert into project_invitation (enterprise_id, project_id, firm, user_id, expires_at, invited_by)
     values ($1, $2, $3, $4, now() + interval '7 days', $5)
     on conflict (enterprise_id, project_id, user_id) where state = 'invited' and user_id is not null
     do update set firm = excluded.firm returning id`,
    [enterpriseId, projectId, `${marker} 协作单位`, otherId, managerId],
  );
  return rows[0]?.id as number;
}

/** An import of working days that changed nothing. */
async function sheetImportOf(app: World, enterpriseId: number): Promise<number> {
  const { rows } = await app.platform.db.pool.query<{ id: number }>(
    `insert into sheet_import (enterprise_id, kind, file_name, digest, added, changed, same, refused, records, created_name)
     values ($1, 'working_day', 'x.xlsx', repeat('0', 64), 0, 0, 1, 0, '[]', 'x') returning id`,
    [enterpriseId],
  );
  return rows[0]?.id as number;
}

/** An opinion of the manager, who decides the review. */
async function opinionOf(app: World, { enterpriseId, managerId, marker }: Site, processId = 0): Promise<number> {
  const caller = await asPerson(app, enterpriseId, managerId);
  const [process] = await app.modules.processes.kinds.process.load(caller.principal, [processId]);
  if (!process) throw new Error('the task has no review');
  const who = { ...caller, actor: { ...caller.actor, userId: managerId } };
  const nowhere = { place: 'text', placeName: `${marker} 位置`, guid: '', attachment: null, version: null } as const;
  const given = { ...nowhere, grade: 'general', text: `${marker} 意见` } as const;
  return (await app.modules.opinions.raise(who, authorizedBySystem(process.row), given)).id;
}

/** A delegation of the manager that has not begun, so that it changes no other answer. Each begins in another year. */
async function delegationOf(app: World, { enterpriseId, managerId, otherId }: Site): Promise<number> {
  const toId = otherId === managerId ? (await buildPerson(app, { enterpriseId })).id : otherId;
  const { rows } = await app.platform.db.pool.query<{ id: number }>(
    `insert into process_delegation (enterprise_id, from_id, to_id, from_at, to_at, created_at)
     select $1, $2, $3, begin, begin + interval '1 day', now() from (
       select timestamptz '2090-01-01' + count(*) * interval '1 year' as begin
       from process_delegation where enterprise_id = $1) planned
     returning id`,
    [enterpriseId, managerId, toId],
  );
  return rows[0]?.id as number;
}

/** A comment of the manager on a task. */
async function commentOf(app: World, { enterpriseId, managerId, marker }: Site, taskId: number): Promise<number> {
  const caller = await asPerson(app, enterpriseId, managerId);
  const [owner] = app.modules.comments.owners();
  const [task] = (await owner?.records.load(caller.principal, [taskId])) ?? [];
  if (!owner || !task) throw new Error('tasks have no comments');
  const actor = { ...caller.actor, userId: managerId };
  const target = { owner, id: task.id, row: task.row, projectId: task.projectId };
  const given = { text: `${marker} 讨论`, pictures: [], mentionIds: [] };
  return (await app.modules.comments.service.add({ ...caller, actor }, target, given)).id;
}

/** An attachment of the manager on a task, from a version of a file. */
async function attachmentOf(
  app: World,
  { enterpriseId, managerId }: Site,
  given: { taskId: number; versionId: number },
): Promise<number | undefined> {
  const caller = await asPerson(app, enterpriseId, managerId);
  const [owner] = app.modules.attachments.owners();
  const [task] = (await owner?.records.load(caller.principal, [given.taskId])) ?? [];
  if (!owner || !task) throw new Error('tasks have no attachments');
  const target = { owner, id: task.id, row: task.row, projectId: task.projectId };
  return (await app.modules.attachments.service.attach(caller, target, [given.versionId])).ids[0];
}

/** A viewpoint that was handed in with a task. */
async function handedViewOf(
  app: World,
  { enterpriseId, managerId, marker }: Site,
  given: { taskId: number; viewpointId: number },
): Promise<number | undefined> {
  const caller = await asPerson(app, enterpriseId, managerId);
  const { attachments } = app.modules;
  const [owner] = attachments.owners();
  const [task] = (await owner?.records.load(caller.principal, [given.taskId])) ?? [];
  if (!owner || !task) throw new Error('tasks have no attachments');
  const { id, row, projectId } = task;
  const viewpoints = [{ id: given.viewpointId, modelName: `${marker} matrix.ifc` }];
  await app.platform.db.transaction((trx) =>
    attachments.handIn(trx, caller.actor, {
      kind: 'task',
      id,
      row,
      projectId,
      round: 1,
      attachmentIds: [],
      viewpoints,
    }),
  );
  return (await attachments.views.list(caller.principal, { owner, id, row, projectId }))[0]?.id;
}

/** The key of an upload to a task. `uploadOf` removes earlier ones, so it runs before. */
async function recordUploadOf(
  app: World,
  { enterpriseId, managerId, projectId }: Site,
  taskId: number,
): Promise<string> {
  const caller = await asPerson(app, enterpriseId, managerId);
  const id = randomBytes(16).toString('hex');
  const record = { kind: 'task', id: taskId, projectId };
  const call = { ...caller, lang: 'zh', record } as const;
  await app.modules.files.uploads.recordRules.begin(call, { id, size: 4, metadata: { filename: 'matrix.bin' } });
  return id;
}

/** The key of an upload that its owner has begun. */
async function uploadOf(
  app: World,
  { enterpriseId, projectId, managerId }: { enterpriseId: number; projectId: number; managerId: number },
): Promise<string> {
  const caller = await asPerson(app, enterpriseId, managerId);
  const { kinds, uploads } = app.modules.files;
  const [folder] = await kinds.folder.load(caller.principal, [await rootFolder(app, projectId, enterpriseId)]);
  if (!folder) throw new Error('a project has no root folder');
  // One person may have only a limited number of open uploads. Earlier records no longer need theirs.
  await app.platform.db.pool.query('delete from upload where enterprise_id = $1 and user_id = $2 and project_id = $3', [
    enterpriseId,
    managerId,
    projectId,
  ]);
  const id = randomBytes(16).toString('hex');
  const call = { ...caller, lang: 'zh', folder: folder.row } as const;
  await uploads.rules.begin(call, { id, size: 4, metadata: { filename: 'matrix.bin' } });
  return id;
}

async function filesOf(app: World, { enterpriseId, projectId, managerId, marker }: Site) {
  const by = managerId;
  const serial = randomBytes(4).toString('hex');
  const folder = await buildFolder(app, { enterpriseId, projectId, by, name: `${marker} 文件夹 ${serial}` });
  const file = await buildFile(app, {
    enterpriseId,
    projectId,
    by,
    folderId: folder,
    name: `${marker} matrix.ifc`,
    bytes: 'no model',
  });
  const gone = await buildFile(app, { enterpriseId, projectId, by, folderId: folder, name: `${marker} gone.txt` });
  const caller = await asPerson(app, enterpriseId, managerId);
  const { trash_ids } = await app.modules.files.calls.del(caller, {
    folders: [],
    files: [authorizedBySystem(gone, projectId)],
  });
  const model = (await app.modules.models.list(enterpriseId, projectId)).find(({ file_id: of }) => of === file.id);
  if (!model) throw new Error('an .ifc made no model');
  const { viewpoints } = app.modules.models;
  const actor = actorIn(enterpriseId, managerId);
  const viewpoint = await viewpoints.add(actor, authorizedBySystem({ id: model.id, model }), {
    name: `${marker} 视点`,
    state: STATE,
  });
  const place = { id: viewpoint, name: `${marker} 视点`, model_id: model.id, project_id: projectId };
  const comment = await viewpoints.comment(actor, authorizedBySystem(place), `${marker} 评论`);
  return {
    folder,
    file: file.id,
    file_version: file.versionId,
    trash: trash_ids[0],
    model: model.id,
    model_version: model.version_id,
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

/** An entry of the enterprise. It belongs to no project, so its name holds no marker. */
async function namedRow(
  app: World,
  table: 'position' | 'position_template' | 'user_group' | 'folder_template',
  enterpriseId: number,
): Promise<number> {
  const { rows } = await app.platform.db.pool.query(
    `insert into ${table} (enterprise_id, name, sort) values ($1, $2, 99) returning id`,
    [enterpriseId, `条目${randomBytes(6).toString('hex')}`],
  );
  return rows[0].id as number;
}

/** One new entry of each dictionary whose entries no project of the world names. */
const UNNAMED: readonly SubjectKindName[] = [
  'label_group',
  'label',
  'secret_level',
  'company',
  'industry',
  'project_grade',
  'structure_type',
  'service_content',
  'position_title',
  'stask_type',
  'other_task',
];

async function entriesOf(app: World, enterpriseId: number): Promise<Partial<Record<SubjectKindName, number>>> {
  const name = `条目${randomBytes(6).toString('hex')}`;
  const { rows } = await app.platform.db.pool.query<{ id: number; kind: SubjectKindName }>(
    `insert into dictionary_entry (enterprise_id, kind, name, sort)
     select $1, kind, $2, 99 from unnest($3::text[]) kind returning id, kind`,
    [enterpriseId, name, [...UNNAMED]],
  );
  return Object.fromEntries(rows.map(({ id, kind }) => [kind, id]));
}

async function noticeOf(app: World, { enterpriseId, managerId, projectId, marker }: Site): Promise<number> {
  const onceKey = `matrix-${projectId}-${randomBytes(4).toString('hex')}`;
  await app.platform.db.transaction((trx) =>
    app.modules.notices.notify(trx, {
      enterpriseId,
      userIds: [managerId],
      type: 'system',
      projectId,
      source: { kind: 'project', id: projectId },
      text: { key: 'notices.paused', params: { name: `${marker} 项目` } },
      pcPath: '/home',
      onceKey,
    }),
  );
  const { rows } = await app.platform.db.pool.query(
    'select id from notice where enterprise_id = $1 and once_key = $2',
    [enterpriseId, onceKey],
  );
  return rows[0].id as number;
}

/** The program acting in an enterprise, for changes that a test makes directly. */
export const actorIn = (enterpriseId: number, userId: number) => ({ ...systemActor(enterpriseId), userId });
