import * as contract from '@prdm/contract/config/cost';
import type { Mount } from '../../../platform/http/mounting.ts';
import { sendSheet } from '../../../platform/sheets/send-sheet.ts';
import { translate } from '../../../platform/translate.ts';
import type { Config } from '../index.ts';
import { costSheet } from './cost-sheet.ts';

export function costRoutes(mount: Mount, { costs, kinds }: Pick<Config, 'costs' | 'kinds'>): void {
  mount(contract.costIndex, ({ day }, { session }) => costs.list(session.enterpriseId, day));
  mount(contract.costAdd, async (_input, { actor, given }) => ({ id: await costs.add(actor, given) }));
  mount(contract.costEdit, async (_input, { actor, given }) => {
    await costs.edit(actor, given);
    return null;
  });
  mount(contract.costDel, async ({ version }, { actor, subject }) => {
    await costs.del(actor, subject(kinds.costConfig, 'id'), version);
    return null;
  });
  mount(contract.costAt, async ({ day }, { session, given }) => {
    const version = await costs.at(session.enterpriseId, given.project_type_id?.id ?? null, day);
    return costs.shown(session.enterpriseId, version);
  });
  mount.raw(contract.costDownload, async (_input, { session, lang }, raw) => {
    const bytes = await costSheet(await costs.list(session.enterpriseId), lang);
    await sendSheet(raw, { fileName: translate(lang, 'cost.fileName'), bytes });
  });
}
