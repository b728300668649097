import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tasks from '@prdm/contract/tasks';
import type { Api } from './api.ts';
import { buildProject, publishTasks, type BuiltProject } from './furnish.ts';

const TABLE = join(import.meta.dirname, '../../apps/web/src/app/routes.tsx');

/** The paths of the route table, read from its source, so that every new page is covered automatically. */
export function routePaths(): string[] {
  const paths = [...readFileSync(TABLE, 'utf8').matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path = '']) => path);
  if (paths.length < 10) throw new Error('the route table could not be read');
  return paths;
}

/** Data for every page: a project with a task. */
export async function furnish(admin: Api): Promise<{ project: BuiltProject; taskId: number }> {
  const person = await admin.addPerson({ account: `shown${Date.now()}`, name: '陈思远', password: 'Design-2026' });
  const project = await buildProject(admin, { name: '滨江科技园一期', managerId: person.id });
  await publishTasks(admin, project, person, ['首层平面图', '标准层平面图', '核心筒详图']);
  const { list } = await admin.call(tasks.index, { project_id: project.id });
  return { project, taskId: list[0]?.id ?? 0 };
}

/** The address of a page with the ids that it needs. */
export function addressOf(path: string, shown: { project: BuiltProject; taskId: number }): string {
  const bare = path.replace(/\/\*$/, '');
  // This page redirects to a model with a viewpoint. None exists here, so the test opens it with an unknown id.
  if (bare === '/file/model/viewpoint') return `${bare}?id=999999&project_id=${shown.project.id}`;
  if (bare === '/project/detail') return `${bare}?id=${shown.project.id}&project_id=${shown.project.id}`;
  if (bare === '/print/task') return `${bare}?id=${shown.taskId}&project_id=${shown.project.id}`;
  // Without a review the sheet says so. opinions.e2e.ts checks it with one.
  if (bare === '/print/opinions') return bare;
  if (bare.endsWith('/task/process_stage')) return `${bare}?id=${shown.taskId}&project_id=${shown.project.id}`;
  if (bare.startsWith('/file/')) return `${bare}?project_id=${shown.project.id}`;
  return bare;
}

/** Pages that are open without sign-in. */
export const isPublic = (path: string): boolean => /^\/(?:login$|forget|uc|mini)/.test(path);
