import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wireTime } from '@prdm/contract/kit/fields';
import { roleIndex } from '@prdm/contract/organisation';
import { roleAdd, roleUserAdd } from '@prdm/contract/organisation/roles';
import * as processes from '@prdm/contract/processes/templates';
import * as delegations from '@prdm/contract/processes/delegations';
import * as opinions from '@prdm/contract/processes/opinions';
import type { OpinionGrade } from '@prdm/contract/processes/opinions';
import * as projects from '@prdm/contract/projects';
import * as nonProjects from '@prdm/contract/projects/non-projects';
import * as review from '@prdm/contract/processes/review';
import { Api } from './api.ts';
import { buildProject, handIn, publishTasks, type BuiltProject, type NamedPerson } from './furnish.ts';

const TABLE = join(import.meta.dirname, '../../apps/web/src/app/routes.tsx');

/** The paths of the route table, read from its source, so that every new page is covered automatically. */
export function routePaths(): string[] {
  const paths = [...readFileSync(TABLE, 'utf8').matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path = '']) => path);
  if (paths.length < 10) throw new Error('the route table could not be read');
  return paths;
}

/** The records that the pages of the route table show. */
export interface Shown {
  /** Signed in as an administrator who has a review to decide. */
  readonly viewer: Api;
  readonly project: BuiltProject;
  readonly designer: NamedPerson;
  /** A task under review with opinions. */
  readonly taskId: number;
  readonly processId: number;
  readonly roleId: number;
  readonly roleName: string;
  readonly templateId: number;
  readonly nonProjectId: number;
}

/** The records that the addresses of pages name. */
export type Addressed = Pick<Shown, 'project' | 'taskId' | 'processId' | 'roleId' | 'templateId' | 'nonProjectId'>;

const PASSWORD = 'Design-2026';
const DAY = 24 * 3_600_000;

/** Data for every page: a project with tasks, a review with opinions, a role with a holder, delegations. */
export async function furnish(admin: Api): Promise<Shown> {
  const mark = Date.now();
  const { list: roles } = await admin.call(roleIndex, {});
  const person = async (account: string, name: string, keys: readonly string[]): Promise<NamedPerson> => {
    const roleIds = roles.filter(({ key }) => key !== null && keys.includes(key)).map(({ id }) => id);
    return { ...(await admin.addPerson({ account: `${account}${mark}`, name, password: PASSWORD, roleIds })), name };
  };
  const designer = await person('shown', '陈思远', []);
  const reviewer = await person('viewer', '顾总工', ['superAdmin']);
  const viewer = await Api.signIn(admin.address, reviewer.account, PASSWORD);
  const hand = await Api.signIn(admin.address, designer.account, PASSWORD);
  const given = { name: '滨江科技园一期', managerId: designer.id, memberIds: [reviewer.id] };
  const project = await buildProject(admin, given);
  // Rights of folders belong to project roles, so one member holds a role.
  const drawing = await person('drawing', '吴设计', []);
  const role_ids = roles.filter(({ key }) => key === 'designer').map(({ id }) => id);
  await admin.call(projects.memberAdd, { project_id: project.id, user_ids: [drawing.id], role_ids });
  await publishTasks(admin, project, designer, ['首层平面图', '标准层平面图', '核心筒详图']);
  await handIn(admin, { project, designer, reviewer }, ['地下一层平面图']);
  const [waiting] = (await viewer.call(review.index, {})).list;
  const processId = waiting?.process_id ?? 0;
  await addOpinions(viewer, hand, processId);

  const roleName = `所长助理${mark}`;
  const access = ['home-Task-add', 'home-Task-all'];
  const { id: roleId } = await viewer.call(roleAdd, { name: roleName, kind: 'personnel', access });
  await viewer.call(roleUserAdd, { id: roleId, user_ids: [designer.id] });
  // The own delegation begins later, so the review stays with the viewer.
  const at = (days: number): string => wireTime(new Date(mark + days * DAY));
  await viewer.call(delegations.add, { to_id: designer.id, from_at: at(30), to_at: at(35), note: '出差' });
  await hand.call(delegations.add, { to_id: reviewer.id, to_at: at(5), note: '休假' });
  const training = { name: '新版防火规范培训', kind: 'training', manager_id: reviewer.id } as const;
  const { id: nonProjectId } = await admin.call(nonProjects.add, { ...training, start: '2026-12-01' });
  const [template] = (await admin.call(processes.templateIndex, { enabled: true })).list;
  return {
    viewer,
    project,
    designer,
    taskId: waiting?.source_id ?? 0,
    processId,
    roleId,
    roleName,
    templateId: template?.id ?? 0,
    nonProjectId,
  };
}

/** Opinions of each grade: one open, one answered, one closed. */
async function addOpinions(viewer: Api, hand: Api, processId: number): Promise<void> {
  const add = (grade: OpinionGrade, text: string, place_name: string) =>
    viewer.call(opinions.opinionAdd, { process_id: processId, grade, text, place_name });
  await add('principle', '疏散净宽不足 1.40 m，请调整柱网或走廊布置。', '3 轴至 5 轴走廊');
  await add('technical', '楼梯间隔墙耐火极限应不低于 2.00 h。', '核心筒');
  await add('general', '图签中版次未更新。', '图签');
  const { list } = await viewer.call(opinions.opinionIndex, { process_id: processId });
  const found = (grade: OpinionGrade) => list?.find((one) => one.grade === grade) ?? { id: 0, version: 0 };
  const technical = found('technical');
  await hand.call(opinions.opinionReply, { id: technical.id, version: technical.version, text: '已改为 200 厚砌块。' });
  const general = found('general');
  await viewer.call(opinions.opinionClose, { id: general.id, version: general.version, text: '已核对。' });
}

/** The address of a page with the ids that it needs. */
export function addressOf(path: string, shown: Addressed): string {
  const bare = path.replace(/\/\*$/, '');
  const id = idOf(bare, shown);
  if (bare === '/print/opinions' || bare === '/process/task/process')
    return `${bare}?${bare === '/print/opinions' ? 'process' : 'id'}=${shown.processId}`;
  if (id !== undefined && bare.startsWith('/company/')) return `${bare}?id=${id}`;
  if (id !== undefined) return `${bare}?id=${id}&project_id=${shown.project.id}`;
  // The page says that the sign-in was not begun in this browser. sso.e2e.ts checks it with a provider.
  if (bare === '/sso/callback') return `${bare}?code=C&state=S`;
  if (bare.startsWith('/file/')) return `${bare}?project_id=${shown.project.id}`;
  return bare;
}

function idOf(path: string, { project, taskId, roleId, templateId, nonProjectId }: Addressed): number | undefined {
  switch (path) {
    // This page redirects to a model with a viewpoint. None exists here, so the test opens it with an unknown id.
    case '/file/model/viewpoint':
      return 999_999;
    case '/project/detail':
      return project.id;
    case '/nonProject/detail':
      return nonProjectId;
    case '/print/task':
      return taskId;
    case '/company/role/edit':
    case '/company/role/user':
      return roleId;
    case '/company/task/process/edit':
      return templateId;
    default:
      return path.endsWith('/task/process_stage') ? taskId : undefined;
  }
}

/** Pages that are open without sign-in. */
export const isPublic = (path: string): boolean => /^\/(?:login$|sso|forget|uc|mini)/.test(path);
