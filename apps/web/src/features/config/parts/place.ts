/** A rectangle in CSS px, relative to a container. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The place of an element in a positioned container. Offsets do not change with the zoom of the page, unlike
 * `getBoundingClientRect`.
 */
export function placeIn(element: HTMLElement, container: HTMLElement): Place {
  let [left, top] = [0, 0];
  let at: Element | null = element;
  while (at instanceof HTMLElement && at !== container) {
    left += at.offsetLeft;
    top += at.offsetTop;
    at = at.offsetParent;
  }
  return { left, top, width: element.offsetWidth, height: element.offsetHeight };
}
