import type { NonProjectKind } from '@prdm/contract/projects/non-projects';
import { buildTask, type TaskInput, type World } from '../src/testing/worlds/builders.ts';
import { buildNonProject } from '../src/testing/worlds/non-projects.ts';
import type { Colleague } from './demo-people.ts';

interface Plan {
  readonly name: string;
  readonly kind: NonProjectKind;
  readonly tasks: readonly (readonly [title: string, state: TaskInput['state']])[];
}

const PLANS: readonly Plan[] = [
  {
    name: '市体育中心设计投标',
    kind: 'bid',
    tasks: [
      ['踏勘现场并整理答疑', 'finished'],
      ['编制技术标', 'in_progress'],
      ['汇总业绩与人员证书', 'under_review'],
      ['商务标报价', 'unprocessed'],
    ],
  },
  {
    name: '新版防火规范培训',
    kind: 'training',
    tasks: [
      ['整理条文对照表', 'in_progress'],
      ['制作课件', 'unprocessed'],
    ],
  },
];

/** Two non-projects with tasks. chen.wei manages both, li.na and zhang.qiang work in them. */
export async function beginNonProjects(
  world: World,
  enterpriseId: number,
  people: readonly Colleague[],
): Promise<number> {
  const named = (account: string): number => people.find((person) => person.account === account)?.id ?? 0;
  const managerId = named('chen.wei');
  const workers = ['li.na', 'zhang.qiang'].map(named);
  let made = 0;
  for (const { name, kind, tasks } of PLANS) {
    const { id } = await buildNonProject(world, { enterpriseId, name, kind, managerId, memberIds: workers });
    for (const [title, state] of tasks) {
      const executorIds = [workers[made % workers.length] as number];
      const fields = { title, stage_id: undefined };
      await buildTask(world, { enterpriseId, projectId: id, assignerId: managerId, executorIds, state, fields });
      made += 1;
    }
  }
  return made;
}
