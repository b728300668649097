import type { Modules } from '../src/modules.ts';
import type { Platform } from '../src/platform/platform.ts';
import type { World } from '../src/testing/builders.ts';
import { planFiles } from './demo-files.ts';
import { hirePeople, type Colleague } from './demo-people.ts';
import { archiveProject, beginProject } from './demo-projects.ts';
import { planTasks } from './demo-tasks.ts';
import { furnishOnce } from './furnish-once.ts';
import { INSTITUTE, PROJECTS } from './names.ts';
import { Story } from './story.ts';

const FOUNDED_DAYS_AGO = 720;

/**
 * Furnishes a fresh installation as a design institute at work, by the services behind the calls, so that it cannot drift from what the
 * product does. Does nothing where people already work.
 */
export async function furnishDemo(platform: Platform, modules: Modules, say: (line: string) => void): Promise<void> {
  const world = { platform, modules };
  await furnishOnce(world, INSTITUTE, say, (enterpriseId) => liveTwoYears(world, enterpriseId, say));
}

async function liveTwoYears(world: World, enterpriseId: number, say: (line: string) => void): Promise<void> {
  const story = new Story(world.platform);
  const told = { world, enterpriseId, story };
  let people: Colleague[] = [];
  let tasks = 0;
  story.plan(FOUNDED_DAYS_AGO, 0, async () => {
    say('demo: departments and people');
    people = await hirePeople(world, enterpriseId);
    say(`demo: ${people.length} people; two years of work in ${PROJECTS.length} projects`);
  });
  for (const [index, { began, archived }] of PROJECTS.entries())
    story.plan(began, index * 7, async () => {
      const project = await beginProject(world, enterpriseId, people, index);
      planFiles(told, project);
      tasks += await planTasks(told, project);
      if (archived !== undefined) story.plan(archived, 539, () => archiveProject(world, enterpriseId, project));
    });
  await story.live();
  say(`demo: ${tasks} tasks with their approvals, folders, files and models`);
}
