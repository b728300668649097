/**
 * What opens above the page stands at once and in its place: `<Modal {...STILL}`. While a menu unfolded or a dialog grew, another entry was
 * under the pointer when the button came up than when it went down, and the click was lost or meant for the neighbour.
 */
export const STILL = { transitionName: '' } as const;
