import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { useLang, useT, type TextKey } from '../lib/i18n.ts';
import { useSession } from '../lib/session/session.ts';
import { loadSettings } from './me.ts';

export interface RouteHandle {
  readonly titleKey: TextKey;
  readonly path: string;
}

const isHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'titleKey' in handle;

/** The table's entry of the page that is open. */
export function useRouteHandle(): RouteHandle | null {
  const handles = useMatches().map((match) => match.handle);
  return handles.findLast(isHandle) ?? null;
}

/** Keeps document.title at "route title - suffix", in the language in use. */
export function usePageTitle(): void {
  const t = useT();
  const handle = useRouteHandle();
  const lang = useLang();
  const suffix = useSession(({ settings }) => settings?.title) ?? t('shell.product');
  const title = handle === null ? '' : t(handle.titleKey);
  // The product's own title is told in the language of the one who asks.
  useEffect(() => void loadSettings(), [lang]);
  useEffect(() => {
    document.title = title === '' ? suffix : `${title} - ${suffix}`;
  }, [title, suffix]);
}
