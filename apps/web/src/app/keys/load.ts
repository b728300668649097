/** The code of the boxes. A key or a button asks for it early, so that the box opens at once. */
export const loadPalette = () => import('../palette/palette.tsx');
export const loadSheet = () => import('./key-sheet.tsx');
