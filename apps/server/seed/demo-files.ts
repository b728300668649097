import { buildFile, buildFolder, rootFolder, type World } from '../src/testing/builders.ts';
import { writeSmallBuilding } from '../src/testing/ifc/index.ts';
import type { DemoProject } from './demo-projects.ts';
import { TASK_TITLES } from './names.ts';

const MODELS: readonly { project: number; name: string; options: Parameters<typeof writeSmallBuilding>[0] }[] = [
  {
    project: 0,
    name: '滨江金融中心-建筑.ifc',
    options: { seed: 'tower', name: '滨江金融中心', storeys: 6, baysX: 5, baysY: 3 },
  },
  {
    project: 1,
    name: '云栖小学-教学楼.ifc',
    options: { seed: 'school', name: '云栖小学', storeys: 4, baysX: 7, baysY: 2 },
  },
];

/** Folders with drawings in every project, several versions of some, and two models for the converter. */
export async function furnishFiles(world: World, projects: readonly DemoProject[]): Promise<void> {
  for (const [index, project] of projects.entries()) {
    const by = project.managerId;
    const parentId = await rootFolder(world, project.id);
    const drawings = await buildFolder(world, { projectId: project.id, by, parentId, name: '图纸送审' });
    for (let n = 0; n < 6; n += 1) {
      const name = `${String(n + 1).padStart(2, '0')} ${TASK_TITLES[(index + n * 3) % TASK_TITLES.length]}.dwg`;
      const versions = n === 0 ? 3 : 1;
      for (let version = 1; version <= versions; version += 1) {
        await buildFile(world, {
          projectId: project.id,
          by,
          folderId: drawings,
          name,
          bytes: `${project.name} ${name} ${version}`,
        });
      }
    }
    const models = MODELS.filter((model) => model.project === index);
    for (const { name, options } of models) {
      await buildFile(world, {
        projectId: project.id,
        by,
        folderId: drawings,
        name,
        bytes: writeSmallBuilding(options),
      });
    }
  }
}
