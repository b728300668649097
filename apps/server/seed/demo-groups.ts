import { systemActor } from '../src/platform/actor.ts';
import type { World } from '../src/testing/worlds/builders.ts';
import type { Colleague } from './demo-people.ts';

/** User groups of the institute: people of several departments, and whole departments. */
const GROUPS: readonly { name: string; purpose: string; people: readonly string[]; departments: readonly string[] }[] =
  [
    {
      name: '技术委员会',
      purpose: '评审重大方案，维护院内技术标准',
      people: ['周华', '陈伟', '李娜', '张强'],
      departments: [],
    },
    {
      name: '数字化小组',
      purpose: '推广 BIM 正向设计，管理族库和样板文件',
      people: ['李娜'],
      departments: ['结构一室', '综合管理部'],
    },
  ];

export async function formGroups(world: World, enterpriseId: number, people: readonly Colleague[]): Promise<void> {
  const { userGroup } = world.modules.organisation.entities;
  for (const { name, purpose, ...group } of GROUPS) {
    const user_ids = people.filter((one) => group.people.includes(one.name)).map(({ id }) => id);
    const chosen = people.filter(({ department }) => group.departments.includes(department));
    const department_ids = [...new Set(chosen.map(({ departmentId }) => departmentId))];
    await userGroup.service.add(systemActor(enterpriseId), { name, purpose, user_ids, department_ids });
  }
}
