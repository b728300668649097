import { createElement, type ComponentType } from 'react';
import { GatedPage } from './gated-page.tsx';
import type { RouteEntry } from './routes.tsx';

const RELOADED = 'reloaded-for-missing-chunk';
/** Longer than a page takes to load anew, shorter than the time between two installations. */
const AGAIN_MS = 5 * 60_000;

/**
 * Loads a page's code. After a new version was installed the old one's files are gone: the page is loaded anew once, and only if
 * that does not help the failure is shown.
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
    // Kept by time: parts that do load must not clear it, or a page with one part missing reloads for ever.
    if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < AGAIN_MS || !navigator.onLine) throw error;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
    return new Promise<T>(() => undefined); // the page is about to be replaced
  }
}
