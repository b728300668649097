/** A ref that scrolls a new element into view, for what appears at the end of a drawer. */
export const intoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
