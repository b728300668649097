import { useLayoutEffect, useState, type RefObject } from 'react';

const BEFORE_MEASURED = 500;

/**
 * The height in pixels that is left for rows below the head, while `wanted`. A table that draws only the rows in sight has to be told it as a
 * number; with a share of its parent it stays at some 500 px however tall the window is.
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
