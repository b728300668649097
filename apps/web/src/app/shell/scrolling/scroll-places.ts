import { useEffect, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tabState } from '../../../lib/storage.ts';

/** Offsets in px of the scrolled parts of a page, by their place below the page area. */
type Offsets = Readonly<Record<string, number>>;

const KEY = 'scrolls';
const KEPT_MOST = 30;
/** A page that loads longer than this begins at its top. */
const WAIT_MS = 5000;

/** The state of a link that leads back to a place. */
export const BACK_TO_PLACE = { keepsScroll: true } as const;

const isBack = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepsScroll' in state && state.keepsScroll === true;

function stored(): Record<string, Offsets> {
  try {
    return (JSON.parse(tabState.read(KEY) ?? '{}') ?? {}) as Record<string, Offsets>;
  } catch {
    return {}; // the stored text is damaged
  }
}

/** Keeps the offsets of the addresses used last. */
function keep(address: string, offsets: Offsets): void {
  const others = Object.entries(stored()).filter(([other]) => other !== address);
  tabState.write(KEY, JSON.stringify(Object.fromEntries([...others, [address, offsets]].slice(-KEPT_MOST))));
}

/** The place of an element below the page, as the numbers of its ancestors among their siblings. '' is the page itself. */
function placeOf(element: Element, root: Element): string {
  const steps: number[] = [];
  for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement)
    steps.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  return steps.join('.');
}

function elementAt(place: string, root: Element): Element | undefined {
  let at: Element | undefined = root;
  for (const step of place === '' ? [] : place.split('.')) at = at?.children[Number(step)];
  return at;
}

/**
 * Keeps how far the parts of a page are scrolled, and scrolls them again after a return through level 0 or the back
 * button. The content may load late, so it waits until the part is long enough. A hand of the reader ends the wait.
 */
export function useScrollPlaces(page: RefObject<HTMLElement | null>): void {
  const { pathname, search, state, key } = useLocation();
  const type = useNavigationType();
  const address = pathname + search;
  const returns = type === 'POP' || isBack(state);
  useEffect(() => {
    // Pages that stay mounted keep their own offsets.
    const root = page.current?.querySelector<HTMLElement>(':scope > .page-scroll') ?? null;
    if (root === null) return undefined;
    const offsets: Record<string, number> = {};
    const stopRestoring = returns ? restore(root, stored()[address] ?? {}) : () => undefined;
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      offsets[placeOf(target, root)] = target.scrollTop;
      keep(address, { ...stored()[address], ...offsets });
    };
    if (!returns) keep(address, {});
    root.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      stopRestoring();
      root.removeEventListener('scroll', onScroll, { capture: true });
    };
    // The key of the history entry: the same address may open again.
  }, [page, address, returns, key]);
}

/** Scrolls each part once it is long enough. Returns the function that ends the wait. */
function restore(root: HTMLElement, offsets: Offsets): () => void {
  const open = new Map(Object.entries(offsets).filter(([, top]) => top > 0));
  const step = () => {
    for (const [place, top] of open) {
      const part = elementAt(place, root);
      if (part === undefined || part.scrollHeight - part.clientHeight < top) continue;
      part.scrollTop = top;
      open.delete(place);
    }
    if (open.size === 0) stop();
  };
  const changes = new MutationObserver(step);
  const tooLate = setTimeout(() => stop(), WAIT_MS);
  const byHand = ['wheel', 'pointerdown', 'keydown'] as const;
  const stop = () => {
    changes.disconnect();
    clearTimeout(tooLate);
    for (const name of byHand) root.removeEventListener(name, stop);
  };
  changes.observe(root, { childList: true, subtree: true });
  for (const name of byHand) root.addEventListener(name, stop, { passive: true });
  step();
  return stop;
}
