import type { To } from 'react-router';

export interface GoOptions {
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** Goes to an address of the app from outside React; main.tsx puts the router behind it. */
let go: (to: To, options?: GoOptions) => void = (to) =>
  location.assign(typeof to === 'string' ? to : (to.pathname ?? '/'));

export function connectNavigation(given: typeof go): void {
  go = given;
}

export const navigateTo = (to: To, options?: GoOptions): void => go(to, options);
