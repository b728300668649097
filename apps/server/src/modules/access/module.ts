import { accessWhy } from '@prdm/contract/organisation/access';
import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';
import { why } from './why.ts';

/** Explains rights: whether a person may make a call, and why (docs/domains/access.md, "Why"). */
export const accessModule = (organisation: Organisation, projects: Projects): ServerModule => ({
  kinds: [],
  routes(mount) {
    mount(accessWhy, ({ call, method, subjects }, { principal, lang, maybeSubject }) =>
      why({ organisation, projects }, mount.explain, {
        principal,
        lang,
        person: maybeSubject(organisation.kinds.user, 'user_id'),
        call,
        method,
        records: subjects,
      }),
    );
  },
  registers: {},
});
