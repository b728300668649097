import { useLayoutEffect, useState, type RefObject } from 'react';

const BEFORE_MEASURED = 500;

/**
 * Height in px of the row area below the head, measured while `wanted`. A virtual table needs a number.
 * With a percentage of its parent it stays at about 500 px in a window of any height.
 */
export function useBodyHeight(body: RefObject<HTMLElement | null>, wanted: boolean): number {
  const [height, setHeight] = useState(BEFORE_MEASURED);
  useLayoutEffect(() => {
    const element = body.current;
    if (!wanted || element === null) return;
    const measure = (): void => {
      const head = element.querySelector('.ant-table-header')?.clientHeight ?? 0;
      setHeight(Math.max(element.clientHeight - head, 0) || BEFORE_MEASURED);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [body, wanted]);
  return height;
}
