import type { Modules } from '../src/modules.ts';
import type { Platform } from '../src/platform/platform.ts';
import { theEnterprise } from '../src/testing/builders.ts';
import { furnishFiles } from './demo-files.ts';
import { hirePeople } from './demo-people.ts';
import { beginProjects } from './demo-projects.ts';
import { giveTasks } from './demo-tasks.ts';
import { INSTITUTE } from './names.ts';

/**
 * Furnishes a fresh installation as a design institute at work, by the builders that the tests use, so that it cannot drift
 * from what the product does. Does nothing where people already work.
 */
export async function furnishDemo(platform: Platform, modules: Modules, say: (line: string) => void): Promise<void> {
  const world = { platform, modules };
  const enterpriseId = await theEnterprise(world);
  const { rows } = await platform.db.pool.query<{ n: number }>(
    'select count(*)::int as n from staff where enterprise_id = $1',
    [enterpriseId],
  );
  if ((rows[0]?.n ?? 0) > 1) return;
  await platform.db.pool.query('update enterprise set name = $2, short_name = $2 where id = $1', [
    enterpriseId,
    INSTITUTE,
  ]);
  say('demo: departments and people');
  const people = await hirePeople(world, enterpriseId);
  say(`demo: ${people.length} people; projects`);
  const projects = await beginProjects(world, enterpriseId, people);
  say(`demo: ${projects.length} projects; folders, files and models`);
  await furnishFiles(world, projects);
  say('demo: tasks and approvals');
  const tasks = await giveTasks(world, enterpriseId, projects);
  say(`demo: ${tasks} tasks; the last projects are archived`);
  for (const project of projects.filter(({ toArchive }) => toArchive)) await project.archive();
}
