/**
 * Props that switch off the opening animation of overlays: `<Modal {...STILL}>`. A growing menu or dialog moves its
 * entries between mouse down and mouse up. The click is then lost or hits another entry.
 */
export const STILL = { transitionName: '' } as const;
