import { useLayoutEffect, useState, type RefObject } from 'react';
import { useAppState } from '../../lib/app-state.ts';

/** Width in px of a list. A narrower list shows cards instead of a table (docs/domains/frame.md). */
const CARDS_BELOW = 640;

/**
 * True while the element is narrower than `below` px, by default too narrow for a table. An element that is not laid out
 * yet follows the kind of device.
 */
export function useNarrow(list: RefObject<HTMLElement | null>, below = CARDS_BELOW): boolean {
  const isPhone = useAppState(({ device }) => device === 'mobile');
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = (): void => setWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [list]);
  return width === 0 ? isPhone : width < below;
}
