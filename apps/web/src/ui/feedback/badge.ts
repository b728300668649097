import { LIMITS } from '@prdm/contract/limits';

/** Text of a badge: the count itself up to 99, "99+" above. */
export const badgeText = (count: number): string => (count > LIMITS.badgeMax ? `${LIMITS.badgeMax}+` : String(count));
