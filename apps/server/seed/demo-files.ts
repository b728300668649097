import { buildFile, buildFolder, rootFolder } from '../src/testing/worlds/builders.ts';
import { writeSmallBuilding } from '../src/testing/ifc/index.ts';
import type { DemoProject } from './demo-projects.ts';
import type { DemoContext } from './demo-tasks.ts';
import { WORK } from './names.ts';

/** The model of the first project, which the waiting reviews refer to. */
export const TOWER = {
  project: 0,
  name: '滨江金融中心-建筑.ifc',
  options: { seed: 'tower', name: '滨江金融中心', storeys: 6, baysX: 5, baysY: 3 },
};
const MODELS: readonly { project: number; name: string; options: Parameters<typeof writeSmallBuilding>[0] }[] = [
  TOWER,
  {
    project: 1,
    name: '云栖小学-教学楼.ifc',
    options: { seed: 'school', name: '云栖小学', storeys: 4, baysX: 7, baysY: 2 },
  },
];

/** Bytes of realistic size. The content is meaningless. */
const drawing = (mark: string, n: number): Buffer => Buffer.alloc((48 + n * 37) * 1024, mark);

/** Folders with drawings in every project, several versions of some, and two models for the converter. */
export function planFiles({ world, story }: DemoContext, project: DemoProject): void {
  const { index, plan, manager } = project;
  const by = manager.id;
  const until = plan.archived ?? 0;
  let drawings = 0;
  const store = async (name: string, bytes: Buffer | string): Promise<void> => {
    await buildFile(world, { projectId: project.id, by, folderId: drawings, name, bytes });
  };
  story.plan(plan.began - 1, 20, async () => {
    const parentId = await rootFolder(world, project.id);
    drawings = await buildFolder(world, { projectId: project.id, by, parentId, name: '图纸送审' });
  });
  for (let n = 0; n < 6; n += 1) {
    const name = `${String(n + 1).padStart(2, '0')} ${WORK[(index * 7 + n * 3) % WORK.length]?.[0]}.dwg`;
    const versions = n === 0 ? 3 : 1;
    for (let version = 1; version <= versions; version += 1) {
      const day = until + 1 + ((n * 11 + (versions - version) * 5) % Math.max(1, plan.began - until - 4));
      story.plan(day, n * 61 + version * 7, () => store(name, drawing(`${plan.name} ${name} ${version}`, n)));
    }
  }
  for (const model of MODELS.filter((one) => one.project === index))
    story.plan(2 + index, 130, () => store(model.name, writeSmallBuilding(model.options)));
}
