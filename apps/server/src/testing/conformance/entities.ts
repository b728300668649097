import * as cost from '@prdm/contract/config/cost';
import * as files from '@prdm/contract/files';
import * as models from '@prdm/contract/models';
import * as organisation from '@prdm/contract/organisation';
import * as processes from '@prdm/contract/processes/templates';
import * as nonProjects from '@prdm/contract/projects/non-projects';
import * as projects from '@prdm/contract/projects';
import * as roles from '@prdm/contract/organisation/roles';
import * as staff from '@prdm/contract/staff';
import * as tasks from '@prdm/contract/tasks';
import type { Entity } from './entity.ts';
import { KIT_ENTITIES } from './kit-entities.ts';

const DENIED = { add: 1005, edit: 1005, del: 1005 };

export const ENTITIES: readonly Entity[] = [
  ...KIT_ENTITIES.map(({ described }) => described),
  {
    noun: 'department',
    add: organisation.departmentAdd,
    edit: organisation.departmentEdit,
    del: organisation.departmentDel,
    list: organisation.departmentIndex,
    tables: ['department'],
    fields: (name) => ({ name }),
    unique: [{ index: 'department_name', field: 'name' }],
  },
  {
    noun: 'user',
    add: organisation.userAdd,
    edit: staff.userModify,
    del: staff.userDel,
    list: organisation.userIndex,
    info: staff.userInfo,
    tables: ['staff', 'account'],
    fields: (name, { idOf }) => ({
      name,
      account: name,
      employee_no: name,
      department_id: idOf('department'),
      role_ids: [],
      // Without a password the server generates one.
      password: undefined,
    }),
    unique: [
      { index: 'account_account_key_key', field: 'account' },
      { index: 'staff_employee_no', field: 'employee_no' },
    ],
    // A former employee stays readable: old records show the name, and `restore` brings the person back.
    deleted: { edit: 1008, del: 1008, info: 0 },
    foreign: 1013,
  },
  {
    noun: 'role',
    add: roles.roleAdd,
    edit: roles.roleEdit,
    del: roles.roleDel,
    list: organisation.roleIndex,
    info: roles.roleInfo,
    tables: ['role'],
    // The code of a standard role is set at the start of an enterprise.
    assigned: ['role_key'],
    fields: (name) => ({ name }),
    unique: [{ index: 'role_name', field: 'name' }],
  },
  {
    noun: 'config/cost',
    add: cost.costAdd,
    edit: cost.costEdit,
    del: cost.costDel,
    list: cost.costIndex,
    tables: ['cost_config'],
    // A version has no name: the number in the name becomes its day, which lies after today and is deletable.
    fields: (name, { idOf }) => ({
      valid_from: new Date(Date.UTC(2090, 0, Number(name.replace(/\D/g, '')))).toISOString().slice(0, 10),
      from_id: undefined,
      stages: [{ stage_id: idOf('stage'), bp: 10_000 }],
      professions: [{ profession_id: idOf('profession'), bp: 10_000 }],
      roles: [{ role: 'designer', bp: 10_000 }],
    }),
    unique: [{ index: 'cost_config_version', field: 'valid_from' }],
    change: () => ({ fee_bp: 500 }),
  },
  {
    noun: 'process',
    add: processes.templateAdd,
    edit: processes.templateEdit,
    del: processes.templateDel,
    list: processes.templateIndex,
    info: processes.templateInfo,
    tables: ['process_template'],
    // A sample names an id of every kind, and one condition has one value.
    fields: (name) => ({ name, stages: [{ name: '校对', executor_rule: 'chosen' }], conditions: [] }),
    unique: [{ index: 'process_template_name', field: 'name' }],
    assigned: ['process_template_default'],
  },
  {
    noun: 'project',
    add: projects.add,
    edit: projects.edit,
    // A project is never deleted. An archived one answers 443.
    del: projects.archive,
    list: projects.index,
    info: projects.info,
    tables: ['project'],
    fields: (name, { userOf }) => ({ name, item_number: name, manager_id: userOf('projectManager') }),
    unique: [{ index: 'project_item_number', field: 'item_number' }],
    named: (project_id) => ({ project_id }),
    deleted: { edit: 443, del: 443, info: 443 },
    alsoAdds: ['files.folderAdded', 'projects.memberAdded'],
  },
  {
    noun: 'non_project',
    add: nonProjects.add,
    edit: nonProjects.edit,
    del: nonProjects.del,
    list: nonProjects.index,
    info: nonProjects.info,
    tables: ['project'],
    fields: (name, { userOf }) => ({ name, manager_id: userOf('projectManager') }),
    assigned: ['project_item_number'],
    alsoAdds: ['files.folderAdded', 'projects.memberAdded'],
  },
  {
    noun: 'project/member',
    add: projects.memberAdd,
    edit: projects.memberRole,
    del: projects.memberDel,
    list: projects.members,
    tables: ['project_member'],
    owner: 'projectManager',
    member: { actor: 'designer', codes: DENIED },
    fields: async (_name, { newPerson }) => ({ user_ids: [await newPerson()], role_ids: [] }),
    change: ({ idOf }) => ({ roles: [{ role_id: idOf('role') }] }),
    named: (user_id) => ({ user_id }),
    unique: [{ field: 'user_ids', code: 1008 }],
    idOf: ({ user_ids }) => (user_ids as number[])[0] ?? 0,
    isRow: ({ user_id }, id) => user_id === id,
    foreign: 1013,
  },
  {
    // A file has no add: its bytes arrive as an upload. The folder proves the calls that both share.
    noun: 'file',
    add: files.mkdir,
    edit: files.rename,
    del: files.del,
    list: files.index,
    info: files.info,
    tables: ['folder'],
    owner: 'projectManager',
    member: { actor: 'partner', codes: DENIED },
    fields: (name) => ({ name }),
    unique: [{ index: 'folder_name', field: 'name' }],
    named: (id, call) => (call === 'del' ? { folder_ids: [id], file_ids: [] } : { folder_id: id }),
    place: ({ idOf }) => ({ pid: idOf('folder') }),
    isRow: (row, id) => row['kind'] === 'folder' && row['id'] === id,
  },
  {
    noun: 'viewpoint',
    add: models.viewpointAdd,
    edit: models.viewpointEdit,
    del: models.viewpointDel,
    list: models.viewpointIndex,
    info: models.viewpointInfo,
    tables: ['viewpoint'],
    owner: 'projectManager',
    // Each member who may view a model may add a viewpoint.
    member: { actor: 'partner', codes: { edit: 1005, del: 1005 } },
    fields: (name) => ({ name }),
  },
  {
    noun: 'task',
    add: tasks.add,
    edit: tasks.edit,
    del: tasks.del,
    list: tasks.index,
    info: tasks.info,
    tables: ['task'],
    assigned: ['task_number'],
    owner: 'projectManager',
    // A draft is hidden from its executor.
    member: { actor: 'designer', codes: { add: 1005, edit: 1006, del: 1006 } },
    // The stage is required in a project, and the schema leaves it out for non-projects.
    fields: (title, { userOf, idOf }) => ({
      title,
      stage_id: idOf('stage'),
      executor_ids: [userOf('designer')],
      stages: [{ name: '校对', executor_ids: [userOf('projectManager')] }],
      cc_ids: [],
      chosen: undefined,
    }),
    changed: 'title',
  },
];

/** Nouns that are no ordinary entity, and versioned calls without a noun. Each reason names the test that proves it. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'role/user': 'a link between a role and a person, without a version: roles.test.ts',
  'task/comment': 'own within ten minutes, its trace stays after del, and it has no unique field: comments.test.ts',
  'project/invite': 'a state machine without edit and del, answered by the invited person: partners.test.ts',
  delegation: 'of its two people, without a page right and a unique field: delegations.test.ts',
  opinion: 'judged by its review, not by a page right, and without a unique field: opinions.test.ts',
  'viewpoint/comment': 'no edit, no version and no list of its own: viewpoints.test.ts',
  'model/thumb': 'one picture of a model, replaced as a whole, without a list or a version: pictures.test.ts',
  '/apis/working_day/set': 'days of the one calendar of an enterprise, without add and del: working-days.test.ts',
  '/apis/working_day/reset': 'days of the one calendar of an enterprise, without add and del: working-days.test.ts',
  '/apis/working_day/week': 'one setting of an enterprise, without add and del: working-days.test.ts',
  '/apis/enterprise/settingsEdit': 'one set of settings of an enterprise, without add and del: settings.test.ts',
  '/apis/enterprise/edit': 'the one record of an enterprise, without add and del: enterprise.test.ts',
  '/apis/system/enterprise/limits': 'enterprises are added by a command and never deleted: system.test.ts',
  '/apis/system/enterprise/disable': 'enterprises are added by a command and never deleted: system.test.ts',
  '/apis/system/enterprise/enable': 'enterprises are added by a command and never deleted: system.test.ts',
  '/apis/pub/noticeSettingsEdit': 'one set of settings of the caller, without add and del: notice-mails.test.ts',
  '/apis/pub/update': 'the own record of the caller, which the noun user creates: profile.test.ts',
};
