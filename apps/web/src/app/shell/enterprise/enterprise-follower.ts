import { useLive } from '../../../lib/api/live.ts';
import { refetch } from '../../../lib/api/refetch.ts';
import { reloadMe } from '../../../lib/session/load-me.ts';

/** Answers below /pub, such as the own profile, show the name of the enterprise. */
const refreshOwn = refetch('pub');

/** A changed name, logo, title or link of the enterprise shows at once. */
export function useEnterpriseFollower(): void {
  useLive('enterprise', () => {
    refreshOwn();
    void reloadMe().catch((error: unknown) => console.warn('info', error));
  });
}
