import { itemType } from '@prdm/contract/config';
import type { Mount } from '../../platform/http/mounting.ts';
import type { SheetImports } from '../../platform/sheets/imports/index.ts';
import type { Config } from './index.ts';
import { costRoutes } from './cost/cost.routes.ts';
import { workingDaysRoutes } from './working-days/working-days.routes.ts';

export async function configRoutes(mount: Mount, config: Config, imports: SheetImports): Promise<void> {
  for (const dictionary of Object.values(config.dictionaries)) dictionary.routes(mount);
  mount(itemType, async (_input, { session }) => {
    const list = (await config.list(session.enterpriseId, 'project_type')).filter(({ enabled }) => enabled);
    return { list, total: list.length };
  });
  costRoutes(mount, config);
  await workingDaysRoutes(mount, config.workingDays, imports);
}
