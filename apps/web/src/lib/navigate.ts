import type { To } from 'react-router';

export interface GoOptions {
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** Navigates inside the app from outside React. main.tsx connects it to the router. */
let go: (to: To, options?: GoOptions) => void = (to) =>
  location.assign(typeof to === 'string' ? to : (to.pathname ?? '/'));

export function connectNavigation(given: typeof go): void {
  go = given;
}

export const navigateTo = (to: To, options?: GoOptions): void => go(to, options);
