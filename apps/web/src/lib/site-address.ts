import { useSession } from './session/session.ts';

/** The address of `path` below `base`. An absolute http(s) address stays as it is (specification section 4, VA-031). */
export const absoluteUrl = (base: string, path: string): string =>
  /^https?:\/\//i.test(path) ? path : `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;

/**
 * The address that people type to reach this installation: the setting PUBLIC_URL, else the address of this window.
 * Links that leave the browser use it: on a phone, in a message, on paper.
 */
export const useSiteUrl = (path = ''): string => {
  const base = useSession(({ settings }) => settings?.base) || location.origin;
  return path === '' ? base : absoluteUrl(base, path);
};
