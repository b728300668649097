import type { ViewName } from '../src/viewer.ts';
import { openLab } from './lab.ts';

const lab = await openLab(
  'Views and camera',
  'Left drag turns around what is under the pointer, right or middle drag shifts, the wheel goes to the pointer. Arrow keys turn, with Shift they shift; + and - zoom.',
);
const { viewer } = lab;
const names: ViewName[] = ['iso', 'top', 'bottom', 'front', 'back', 'left', 'right'];
for (const name of names) lab.button(name, () => viewer.view(name));
lab.button('Fit', () => viewer.fit());
lab.button('Projection', () =>
  lab.show(viewer.projection(viewer.projection() === 'perspective' ? 'orthographic' : 'perspective')),
);
lab.button('Stats', () => lab.show({ ...viewer.stats(), pixelsDrawn: viewer.pixelsDrawn() }));
lab.button('Lose context', () => {
  const lost = viewer.loseContext();
  setTimeout(() => lost.restore(), 500);
});
lab.button('Dispose', () => viewer.dispose());
