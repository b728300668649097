import { openLab, toolButton } from './lab.ts';

const lab = await openLab(
  'Roam',
  'Double click a floor to stand there; W A S D or the arrows walk, Shift runs, Q and E go down and up, a drag turns the head, Esc ends.',
);
toolButton(lab, 'Roam', lab.viewer.tools.roam);
lab.button('Fit', () => lab.viewer.fit());
