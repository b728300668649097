import { createElement, type ComponentType } from 'react';
import { GatedPage } from './gated-page.tsx';
import type { RouteEntry } from './routes.tsx';

const RELOADED = 'reloaded-for-missing-chunk';
/** Longer than a page load, shorter than the time between two installations. */
const AGAIN_MS = 5 * 60_000;

/**
 * Loads the code of a page. An installation of a new version deletes the files of the old one. The first failure
 * reloads the document, which then requests the new files. A second failure within `AGAIN_MS` is thrown.
 */
export async function loadPage(entry: RouteEntry): Promise<ComponentType> {
  const { default: Page } = await loadOnce(entry.page);
  if (entry.access === undefined) return Page;
  const { access } = entry;
  return function Gated() {
    return createElement(GatedPage, { access }, createElement(Page));
  };
}

export async function loadOnce<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // A time is stored, not a flag. If a loaded part cleared it, a page with one missing part would reload in a loop.
    if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < AGAIN_MS || !navigator.onLine) throw error;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
    return new Promise<T>(() => undefined); // the reload replaces the page
  }
}
