import { find } from '@prdm/contract/home';
import * as contract from '@prdm/contract/me';
import type { ServerModule } from '../../platform/http/server-module.ts';
import { findForPalette, type FindSources } from './find.ts';
import { describeMe, type MeSources } from './index.ts';
import type { ContactParts } from './contact.ts';
import { meRoutes } from './me.routes.ts';

export const meModule = (sources: MeSources & ContactParts, searched: FindSources): ServerModule => ({
  kinds: [],
  routes(mount) {
    mount(contract.info, (_input, { session, principal, maybeProjectId }) =>
      describeMe(sources, { ...session, principal, projectId: maybeProjectId }),
    );
    mount(contract.userSetting, async (_input, { session }) => {
      const settings = await sources.organisation.settings(session.enterpriseId);
      const { password_length_min, password_length_max, task_notify_way } = settings;
      return { password_length_min, password_length_max, task_notify_way: [...task_notify_way] };
    });
    mount(find, (input, { principal }) => findForPalette(searched, principal, input));
    meRoutes(mount, sources);
  },
  registers: {},
});
