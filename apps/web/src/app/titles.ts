import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { create } from 'zustand';
import { useT, type TextKey } from '../lib/i18n.ts';
import { useSession } from '../lib/session/session.ts';
import { loadSettings } from './me.ts';

export interface RouteHandle {
  readonly titleKey: TextKey;
  readonly path: string;
}

const isHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'titleKey' in handle;

/** Entry of the route table for the open page. */
export function useRouteHandle(): RouteHandle | null {
  const handles = useMatches().map((match) => match.handle);
  return handles.findLast(isHandle) ?? null;
}

/** The title of a page in the frame: its crumb, the last step first. Null outside the frame. */
export const useFrameTitle = create<{ title: string | null }>(() => ({ title: null }));

/** Keeps document.title at "route title - suffix" or "crumb - suffix", in the language of the reader. */
export function usePageTitle(): void {
  const t = useT();
  const handle = useRouteHandle();
  const suffix =
    useSession(({ me, settings }) => me?.enterprise.title ?? settings?.title) ?? t('shell.fixedTitles.product');
  const inFrame = useFrameTitle(({ title }) => title);
  const title = inFrame ?? (handle === null ? '' : t(handle.titleKey));
  useEffect(() => void loadSettings(), []);
  useEffect(() => {
    document.title = title === '' ? suffix : `${title} - ${suffix}`;
  }, [title, suffix]);
}
