import { itemType, professionIndex, projectTypeIndex, stageIndex } from '@prdm/contract/config';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Config, DictionaryKind } from './index.ts';
import { costRoutes } from './cost/cost.routes.ts';
import { workingDaysRoutes } from './working-days/working-days.routes.ts';

export function configRoutes(mount: Mount, config: Config): void {
  const entries = async (enterpriseId: number, kind: DictionaryKind) => {
    const list = await config.list(enterpriseId, kind);
    return { list, total: list.length };
  };
  mount(stageIndex, (_input, { session }) => entries(session.enterpriseId, 'stage'));
  mount(professionIndex, (_input, { session }) => entries(session.enterpriseId, 'profession'));
  mount(projectTypeIndex, (_input, { session }) => entries(session.enterpriseId, 'project_type'));
  mount(itemType, (_input, { session }) => entries(session.enterpriseId, 'project_type'));
  costRoutes(mount, config);
  workingDaysRoutes(mount, config.workingDays);
}
