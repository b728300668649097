import type { Endpoint } from '../kit.ts';

/**
 * One line for each call in the description for programs (OpenAPI). English only, because programmers read it. Calls of
 * ordinary entities and of imports get theirs from a verb and a noun. Every other call stands in the table.
 */

/** The noun of a prefix, singular and plural, for the calls that share their verbs. */
const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'config/stage': ['a project stage', 'project stages'],
  'config/profession': ['a discipline', 'disciplines'],
  'config/project_type': ['a project type', 'project types'],
  'config/label_group': ['a label group', 'label groups'],
  'config/label': ['a project label', 'project labels'],
  'config/secret_level': ['a secrecy level', 'secrecy levels'],
  'config/company': ['a legal entity', 'legal entities'],
  'config/industry': ['an industry', 'industries'],
  'config/project_grade': ['a project grade', 'project grades'],
  'config/structure_type': ['a structure type', 'structure types'],
  'config/service_content': ['a service content', 'service contents'],
  'config/position_title': ['a position title', 'position titles'],
  'config/stask_type': ['a type of scheduled tasks', 'types of scheduled tasks'],
  'config/other_task': ['an other task', 'other tasks'],
  'config/cost': ['a cost ratio', 'cost ratios'],
  department: ['a department', 'departments'],
  position: ['a position', 'positions'],
  position_template: ['a common position', 'common positions'],
  group: ['a user group', 'user groups'],
  process: ['a process template', 'process templates'],
  working_day: ['working days', 'working days'],
};

const VERBS: Readonly<Record<string, (one: string, many: string) => string>> = {
  index: (_one, many) => `List ${many}`,
  add: (one) => `Add ${one}`,
  edit: (one) => `Change ${one}`,
  del: (_one, many) => `Delete ${many}`,
  restore: (_one, many) => `Restore deleted ${many}`,
  enable: (_one, many) => `Enable ${many}`,
  disable: (_one, many) => `Disable ${many}`,
  sort: (one) => `Move ${one} in the order of the list`,
  download: (_one, many) => `Download ${many} as a spreadsheet`,
  import: (_one, many) => `Check or import a spreadsheet of ${many}`,
  importTemplate: (_one, many) => `Download the import template for ${many}`,
  importIndex: (_one, many) => `List the imports of ${many}`,
  importUndo: (_one, many) => `Undo an import of ${many}`,
};

/** By method and path without /apis. */
const SUMMARIES: Readonly<Record<string, string>> = {
  'GET /pub/getKeyIv': 'Get a single-use key for the encryption of a password',
  'POST /pub/loginpwd': 'Sign in with account and password',
  'POST /pub/logout': 'Sign out',
  'POST /pub/check': 'Check that the session is valid',
  'POST /pub/pwd': 'Change the own password',
  'GET /pub/getUserSetting': 'Get the settings for the pages before sign-in',
  'GET /pub/loginHistory': 'List the own recent sign-ins',
  'POST /pub/info': 'Get the signed-in person with roles and rights',
  'GET /pub/profile': 'Get the own record',
  'POST /pub/update': 'Change the own name and contact data',
  'POST /pub/updateField': 'Change one field of the own record',
  'GET /pub/image': 'Get a picture',
  'POST /user/setting': 'Get settings of the enterprise by name',
  'GET /live': 'Open the live channel (WebSocket)',
  'GET /openapi.json': 'Get this description',

  'GET /file/index': 'List the content of a folder',
  'GET /file/tree': 'List the sub-folders of a folder',
  'GET /file/info': 'Get a file or a folder',
  'GET /file/search': 'Find files and folders by name',
  'GET /file/recent': 'List the recently changed files of a project',
  'GET /file/recycle': 'List the recycle bin of a project',
  'GET /file/versions': 'List the versions of a file',
  'POST /file/mkdir': 'Create a folder',
  'POST /file/rename': 'Rename a file or a folder',
  'POST /file/move': 'Move files and folders',
  'POST /file/copy': 'Copy files and folders',
  'POST /file/del': 'Move files and folders to the recycle bin',
  'POST /file/restore': 'Restore an entry of the recycle bin',
  'POST /file/clear': 'Delete entries of the recycle bin for good',
  'POST /file/validity': 'Set the last day of a file',
  'POST /file/versionRestore': 'Make an older version the current one',
  'POST /file/permissionList': 'List the rights on a folder',
  'POST /file/permissionSet': 'Set the rights of a role or a person on a folder',
  'POST /file/download': 'Get a signed address for the download of a file',
  'POST /file/preview': 'Get a signed address for the preview of a file',
  'GET /file/raw': 'Download or show a file by its signed address',

  'POST /upload/chunk': 'Begin a resumable upload (tus)',
  'HEAD /upload/chunk/:id': 'Get the offset of an upload (tus)',
  'PATCH /upload/chunk/:id': 'Continue an upload (tus)',
  'DELETE /upload/chunk/:id': 'Cancel an upload (tus)',
  'POST /upload/commit': 'Finish an upload and store the file',
  'POST /upload/file': 'Upload one file in one request',
  'POST /upload/image': 'Upload a picture',

  'GET /notice/index': 'List the own notices',
  'POST /notice/read': 'Mark notices as read',
  'GET /notice/readAll': 'Mark all notices as read',
  'POST /notice/del': 'Delete notices',

  'GET /project/itemtype': 'List the enabled project types (second address)',
  'GET /config/cost/at': 'Get the cost ratios that count on a day',
  'GET /position/members': 'List the people of a position',
  'GET /role/index': 'List the roles',
  'GET /enterprise/settings': 'Get the settings of the enterprise',
  'POST /enterprise/settingsEdit': 'Change the settings of the enterprise',
  'GET /enterprise/info': 'Get the enterprise',

  'GET /fhome/index': 'Get the home page: tasks, reviews and projects of the caller',
  'GET /fhome/counts': 'Get the counts of the home page',
  'GET /fhome/find': 'Find records by a word',
  'GET /fhome/searchDepartments': 'Find departments by name',

  'GET /user/index': 'List the staff',
  'GET /user/tree': 'Get the departments with their people',
  'GET /user/user_tree': 'Get the departments with their people (second address)',
  'GET /user/info': 'Get a person',
  'GET /user/work': 'List the open work of a person',
  'GET /user/member': 'List all current employees in range',
  'GET /user/manager': 'List the current employees with an administrator role',
  'GET /user/v1/getProjectUser': 'List the members of a project (second address)',
  'GET /user/v1/getSpecifyUser': 'List people by role and position, or by account',
  'POST /user/getUserAuths': 'Get the rights of a person in a project',
  'POST /user/add': 'Add a person',
  'POST /user/modify': 'Change a person',
  'POST /user/sort': 'Move a person in the order of the list',
  'POST /user/disable': 'Disable the account of a person',
  'POST /user/restore': 'Enable the account of a person again',
  'POST /user/del': 'Record that a person left',
  'POST /user/handOver': 'Hand over the open work of a person',
  'POST /user/resetPwd': 'Generate a new password for a person',
  'POST /user/dosetting': 'Change the encrypted settings of the enterprise',
  'POST /user/v3/changePosition': 'Change the position of a person',
  'POST /user/v3/changeProfessional': 'Change the discipline of a person',

  'GET /project/index': 'List projects',
  'GET /project/info': 'Get a project',
  'GET /project/overview': 'Get the figures of a project',
  'GET /project/members': 'List the members of a project',
  'GET /project/roles': 'List the roles of a project',
  'POST /project/add': 'Add a project',
  'POST /project/edit': 'Change a project',
  'POST /project/archive': 'Archive a project',
  'POST /project/unarchive': 'Undo the archiving of a project',
  'POST /project/transferManager': 'Give a project to another manager',
  'POST /project/memberAdd': 'Add members to a project',
  'POST /project/memberDel': 'Remove a member from a project',
  'POST /project/memberRole': 'Change the roles of a member',

  'GET /process/info': 'Get a process template',

  'GET /review/index': 'List reviews',
  'GET /review/counts': 'Count the reviews of the caller',
  'GET /review/info': 'Get a review with its stages and history',
  'POST /review/pass': 'Pass a stage of a review',
  'POST /review/notPass': 'Return work from a stage of a review',
  'POST /review/remind': 'Remind the people of the present stage',
  'POST /review/withdraw': 'Withdraw a review',
  'POST /review/transfer': 'Ask another person to take over an own stage',
  'POST /review/transferConfirm': 'Accept the transfer of a stage',
  'POST /review/transferRefuse': 'Refuse the transfer of a stage',
  'POST /review/transferWithdraw': 'Withdraw the transfer of a stage',

  'GET /task/index': 'List tasks',
  'GET /task/info': 'Get a task',
  'GET /task/statistics': 'Get task figures by person, discipline or project',
  'POST /task/add': 'Add a task',
  'POST /task/edit': 'Change a task',
  'POST /task/del': 'Delete a task',
  'POST /task/publish': 'Give out a task to its assignees',
  'POST /task/republish': 'Give out a paused or rejected task again',
  'POST /task/start': 'Start a task',
  'POST /task/submit': 'Hand in the work of a task',
  'POST /task/pass': 'Accept the work of a task',
  'POST /task/notPass': 'Return the work of a task',
  'POST /task/reject': 'Refuse a task as its assignee',
  'POST /task/pause': 'Pause or abort a task',
  'POST /task/remind': 'Remind the assignees of a task',
  'POST /task/longTerm': 'Mark a task as long-term',
  'POST /task/unmarkLongTerm': 'End the long-term mark of a task',
  'POST /task/transfer': 'Ask another person to take over a task',
  'POST /task/transferConfirm': 'Accept the transfer of a task',
  'POST /task/transferRefuse': 'Refuse the transfer of a task',
  'POST /task/transferWithdraw': 'Withdraw the transfer of a task',
  'GET /task/comments': 'List the comments on a task',
  'GET /task/commentReaders': 'List the people who can be mentioned on a task',
  'POST /task/comment': 'Comment on a task',
  'POST /task/commentEdit': 'Change an own comment on a task',
  'POST /task/commentDel': 'Delete a comment on a task',

  'GET /model/index': 'List the models of a project',
  'GET /model/info': 'Get a model',
  'GET /model/ofFile': 'Get the model of a file',
  'GET /model/data': 'Download the geometry of a model',
  'GET /model/thumb': 'Get the picture of a model',
  'POST /model/reparse': 'Convert a model again',
  'POST /model/thumbAdd': 'Store a picture of a model that has none',
  'POST /model/thumbSet': 'Replace the picture of a model',
  'GET /viewpoint/index': 'List the viewpoints of a model',
  'GET /viewpoint/info': 'Get a viewpoint',
  'GET /viewpoint/thumb': 'Get the picture of a viewpoint',
  'POST /viewpoint/add': 'Add a viewpoint',
  'POST /viewpoint/edit': 'Change a viewpoint',
  'POST /viewpoint/del': 'Delete a viewpoint',
  'POST /viewpoint/comment': 'Comment on a viewpoint',
  'POST /viewpoint/commentDel': 'Delete a comment on a viewpoint',

  'GET /working_day/index': 'Get the working-day calendar of a year',
  'POST /working_day/set': 'Set days of the working-day calendar',
  'POST /working_day/reset': 'Return days to the statutory calendar',
  'POST /working_day/week': 'Set the working days of the week',
  'GET /working_day/download': 'Download the calendar of a year as a spreadsheet',
};

/** The summary of a call, or null when it has none. The check refuses such a call. */
export function summaryOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string | null {
  const rest = path.replace(/^\/apis/, '');
  const own = SUMMARIES[`${method} ${rest}`];
  if (own !== undefined) return own;
  const cut = rest.lastIndexOf('/');
  const [one, many] = NOUNS[rest.slice(1, cut)] ?? [];
  const verb = VERBS[rest.slice(cut + 1)];
  return one === undefined || many === undefined || verb === undefined ? null : verb(one, many);
}

/** Entries of the table that no call of the registry has. */
export function idleSummaries(registry: readonly Pick<Endpoint, 'method' | 'path'>[]): string[] {
  const known = new Set(registry.map(({ method, path }) => `${method} ${path.replace(/^\/apis/, '')}`));
  return Object.keys(SUMMARIES).filter((entry) => !known.has(entry));
}
