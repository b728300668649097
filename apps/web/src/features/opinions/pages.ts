/** The check record sheet of a process on paper. */
export const sheet = () => import('./pages/opinion-sheet-page.tsx');
