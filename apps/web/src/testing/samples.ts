import type { z } from 'zod';
import type { FileEntry } from '@prdm/contract/files';
import type { Brand } from '@prdm/contract/organisation/enterprise';
import type { modelCard } from '@prdm/contract/models';
import type { ProjectInfo, ProjectListRow } from '@prdm/contract/projects';
import type { ReviewRow } from '@prdm/contract/processes/review';
import type { info as taskInfo, TaskAction, TaskRow } from '@prdm/contract/tasks';

/*
 * Complete sample answers; a test overrides the one field it is about. The contract types check them. A new required
 * field then fails here and not on a page in a test.
 */

const AT = '2026-03-01 09:00:00';

export const PERSON = { id: 8, name: '陈经理', thumb: '' };

/** An enterprise without logo, title and links of its own. */
export const BRAND: Brand = {
  name: '设计院',
  short_name: '',
  logo: '',
  title: '设计院任务管理平台',
  oa_url: '',
  review_url: '',
  help_url: '',
  fixed_header: false,
  default_lang: 'zh',
};

export const listOf = <T>(list: T[]) => ({ list, total: list.length, page: 1, size: 20 });

export const allowed = (action: TaskAction) => ({ action, allowed: true, why: null });

export const projectRow = (special: Partial<ProjectListRow> & { id: number; name: string }): ProjectListRow => ({
  short_name: special.name,
  thumb: '',
  item_number: `A-${special.id}`,
  status: 'ongoing',
  manager_id: PERSON.id,
  manager_name: PERSON.name,
  manager_thumb: '',
  type_id: 1,
  type_name: '办公建筑',
  type_code: 'office',
  stage_id: 1,
  stage_name: '方案设计',
  stage_code: 'concept',
  department_id: null,
  department_name: '',
  member_count: 3,
  my_roles: [],
  construction_end: null,
  created_at: AT,
  archived_at: null,
  archived_by: null,
  archived_by_name: '',
  version: 1,
  can: { edit: false, member: false, archive: false, unarchive: false, transfer: false },
  ...special,
});

export const projectInfo = (special: Partial<ProjectInfo> & { id: number; name: string }): ProjectInfo => ({
  ...projectRow({ id: special.id, name: special.name }),
  is_project: true,
  contract_number: '',
  client: '',
  client_contact: '',
  service_content: '',
  structure_type: '',
  site: '',
  address: '',
  province: '',
  city: '',
  location: '',
  datum: '',
  grade: '',
  industry: '',
  secret_level: '',
  task_type: '',
  construction_start: null,
  land_area: null,
  land_area_unit: 'm2',
  build_area: 32_000.5,
  build_area_unit: 'm2',
  bim_area: 31_000,
  bim_area_unit: 'm2',
  height: null,
  height_unit: 'm',
  floors_above: null,
  floors_below: null,
  total_hours: null,
  professions: [],
  director: null,
  equipment_director: null,
  leading_manager: null,
  business_manager: null,
  created_by: PERSON.id,
  created_by_name: PERSON.name,
  updated_at: AT,
  ...special,
});

export const taskRow = (special: Partial<TaskRow> & { id: number; title: string }): TaskRow => ({
  source_id: special.id,
  number: `2026-001-${String(special.id).padStart(3, '0')}`,
  project_id: 3,
  project_name: '滨江门诊楼',
  parent_id: null,
  kind: 'task',
  stage: { id: 1, name: '方案设计' },
  profession: null,
  priority: 'normal',
  assigner: PERSON,
  executors: [PERSON],
  holders: [PERSON],
  start_at: null,
  deadline: null,
  is_long_term: false,
  status: 'unprocessed',
  review_status: 'not_reviewed',
  label: 'unprocessed',
  overdue: false,
  progress: 0,
  required_hours: null,
  used_hours: 0,
  review: null,
  viewpoint_id: null,
  created_at: AT,
  status_since: AT,
  finished_at: null,
  version: 4,
  ...special,
});

export type TaskPage = z.output<typeof taskInfo.output>;
export const taskPage = (special: Partial<TaskPage> & { id: number; title: string }): TaskPage => ({
  ...taskRow(special),
  description: '',
  annotation: '',
  notify_way: [],
  cc: [],
  needs_confirmation: false,
  process_template_id: null,
  round: 1,
  pause_reason: '',
  can_resume: false,
  reject_reason: '',
  published_at: AT,
  started_at: null,
  transfer: null,
  transfer_from: [],
  parent: null,
  children: [],
  children_total: 0,
  children_hours: 0,
  stages: [],
  process: null,
  history: [],
  timeline: [],
  can: [],
  ...special,
});

/** A task review that waits for the reader. */
export const reviewRow = (special: Partial<ReviewRow> & { process_id: number; name: string }): ReviewRow => ({
  detail: '',
  about_project_id: null,
  kind: 'task',
  source_id: special.process_id,
  number: `2026-001-${String(special.process_id).padStart(3, '0')}`,
  pc_path: `/file/task/index?id=${special.process_id}`,
  project_id: 3,
  project_name: '滨江门诊楼',
  starter: { id: 8, name: '陈经理' },
  status: 'under_review',
  label: 'under_review',
  round: 1,
  stage_count: 1,
  line_id: special.process_id,
  project_archived: false,
  profession: null,
  unresolved: 0,
  unanswered: 0,
  stage: {
    id: special.process_id,
    position: 1,
    name: '审核',
    status: 'under_review',
    sign_mode: 'any',
    due_at: null,
    overdue: false,
    passed: 0,
    needed: 1,
    executors: [],
    stranded: false,
  },
  seat: { id: special.process_id, ask: 'decide', for_user: null },
  action: null,
  at: '2026-11-20 09:00:00',
  ...special,
});

export const folderEntry = (special: Partial<FileEntry> & { id: number; name: string }): FileEntry => ({
  kind: 'folder',
  pid: null,
  type: 'folder',
  ext: '',
  size: 0,
  file_total: 0,
  version_no: null,
  version_id: null,
  owner_id: PERSON.id,
  owner: PERSON.name,
  valid_until: null,
  expired: false,
  created_at: AT,
  updated_at: AT,
  version: 1,
  can: { view: true, create: false, edit: false, download: false, delete: false, authorize: false },
  ...special,
});

type ModelCard = z.output<typeof modelCard>;
export const modelSample = (special: Partial<ModelCard> & { id: number; name: string }): ModelCard => ({
  file_id: special.id,
  folder_id: 1,
  folder_name: '模型',
  project_id: 3,
  version_no: 1,
  size: 4096,
  uploaded_at: AT,
  thumb: null,
  status: 'parsed',
  progress: 100,
  step: 'writing',
  reason: null,
  reason_text: '',
  element_count: 12,
  schema: 'IFC4',
  warnings: [],
  picture_set: false,
  can: { reparse: false, replace: false, picture: false },
  updated_at: AT,
  uploader: PERSON.name,
  ...special,
});
