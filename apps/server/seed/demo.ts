import type { Modules } from '../src/modules.ts';
import type { Platform } from '../src/platform/platform.ts';
import type { World } from '../src/testing/worlds/builders.ts';
import { setCompanyDays } from './demo-days.ts';
import { planFiles } from './demo-files.ts';
import { formGroups } from './demo-groups.ts';
import { beginNonProjects } from './demo-non-projects.ts';
import { hirePeople, type Colleague } from './demo-people.ts';
import { archiveProject, beginProject } from './demo-projects.ts';
import { DemoReviews } from './demo-reviews.ts';
import { planTasks } from './demo-tasks.ts';
import { addTemplates } from './demo-templates.ts';
import { furnishOnce } from './furnish-once.ts';
import { INSTITUTE, PROJECTS } from './names.ts';
import { Story } from './story.ts';

const FOUNDED_DAYS_AGO = 720;

/**
 * Fills a fresh installation with the data of a working design institute. It uses the services of the calls, so that
 * it always matches the product. It does nothing when people already work there.
 */
export async function furnishDemo(platform: Platform, modules: Modules, say: (line: string) => void): Promise<void> {
  const world = { platform, modules };
  await furnishOnce(world, INSTITUTE, say, (enterpriseId) => liveTwoYears(world, enterpriseId, say));
}

async function liveTwoYears(world: World, enterpriseId: number, say: (line: string) => void): Promise<void> {
  const story = new Story(world.platform);
  const context = { world, enterpriseId, story };
  let people: Colleague[] = [];
  let tasks = 0;
  story.plan(FOUNDED_DAYS_AGO, 0, async () => {
    say('demo: departments and people');
    people = await hirePeople(world, enterpriseId);
    await formGroups(world, enterpriseId, people);
    await addTemplates(world, enterpriseId, people);
    say(`demo: ${people.length} people; two years of work in ${PROJECTS.length} projects`);
  });
  story.plan(FOUNDED_DAYS_AGO, 30, () => setCompanyDays(world, enterpriseId));
  for (const [index, { began, archived }] of PROJECTS.entries())
    story.plan(began, index * 7, async () => {
      const project = await beginProject(world, enterpriseId, people, index);
      planFiles(context, project);
      tasks += await planTasks(context, project);
      if (index === 0) new DemoReviews(context, project, people).plan();
      if (archived !== undefined) story.plan(archived, 539, () => archiveProject(world, enterpriseId, project));
    });
  story.plan(20, 0, async () => {
    tasks += await beginNonProjects(world, enterpriseId, people);
  });
  await story.live();
  say(`demo: ${tasks} tasks with their approvals, folders, files and models`);
}
