import { isSuperAdmin } from './standing.ts';
import type { Principal } from './types.ts';

/** Whether a role of the person shows this content of others. superAdmin sees all. */
export const seesContent = (principal: Principal, key: string): boolean =>
  isSuperAdmin(principal) || principal.roles.some(({ content }) => content?.includes(key) === true);
