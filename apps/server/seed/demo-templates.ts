import { templateAdd } from '@prdm/contract/processes/templates';
import { systemActor } from '../src/platform/actor.ts';
import { givenBySystem } from '../src/platform/ids/authorized-by-system.ts';
import type { World } from '../src/testing/worlds/builders.ts';
import type { Colleague } from './demo-people.ts';

const stage = (name: string, people: readonly number[] = [], more: object = {}) => ({
  name,
  executor_rule: people.length === 0 ? ('chosen' as const) : ('users' as const),
  executor_ids: [...people],
  sign_mode: 'any' as const,
  days: null,
  allow_transfer: true,
  reject_to: 'starter' as const,
  by_profession: false,
  conditions: [],
  cc_ids: [],
  separate: false,
  straight: false,
  ...more,
});

/** The approval templates of the institute. People whom a template cannot know are chosen at the start of a review. */
export async function addTemplates(world: World, enterpriseId: number, people: readonly Colleague[]): Promise<void> {
  const ids = (...names: string[]): number[] => people.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  const back = { reject_to: 'previous' as const };
  const templates = [
    {
      name: '方案评审会签',
      stages: [stage('校对'), stage('技术委员会会签', ids('陈伟', '张强'), { sign_mode: 'all' })],
    },
    { name: '设计变更', stages: [stage('专业负责人'), stage('项目负责人审批', ids('陈伟'), back)] },
  ];
  for (const { name, stages } of templates)
    await world.modules.processes.templates.add(
      systemActor(enterpriseId),
      givenBySystem(templateAdd, {
        name,
        kind: 'task',
        cc_ids: [],
        conditions: [],
        is_default: false,
        sort: 0,
        stages,
      }),
    );
}
