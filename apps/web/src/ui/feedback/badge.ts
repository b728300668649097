import { LIMITS } from '@prdm/contract/limits';

/** The badge never shows a number above 99: 99 shows 99, more shows "99+". */
export const badgeText = (count: number): string => (count > LIMITS.badgeMax ? `${LIMITS.badgeMax}+` : String(count));
