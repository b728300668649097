import type { TextKey } from '../../../lib/i18n.ts';

interface AskedAct {
  readonly call: string;
  readonly label: TextKey;
  /** The action takes place in a project. Without one there is no verdict. */
  readonly inProject?: true;
}

/** Actions to ask about, one at least for every node that opens a call. */
export const ASKED_ACTS: readonly AskedAct[] = [
  { call: 'project/add', label: 'roles.right.access.Project_add' },
  { call: 'non_project/add', label: 'roles.right.access.NonProject_add' },
  { call: 'project/info', label: 'access.act.project', inProject: true },
  { call: 'project/edit', label: 'roles.right.access.Project_edit', inProject: true },
  { call: 'project/memberAdd', label: 'roles.right.access.Project_member', inProject: true },
  { call: 'project/archive', label: 'roles.right.access.Project_archive', inProject: true },
  { call: 'project/transferManager', label: 'access.act.transfer', inProject: true },
  { call: 'task/index', label: 'access.act.tasks', inProject: true },
  { call: 'task/add', label: 'roles.right.access.Task_add', inProject: true },
  { call: 'user/modify', label: 'roles.right.access.Company_user' },
  { call: 'role/edit', label: 'roles.right.access.Role_index' },
  { call: 'process/add', label: 'roles.right.access.ProjectSetting_index' },
  { call: 'user/dosetting', label: 'roles.right.access.User_setting' },
  { call: 'action_log/index', label: 'roles.right.access.ActionLog_index' },
  { call: 'working_day/set', label: 'roles.right.access.AttendancePunchCardSetting_list' },
];
