import { openLab, toolButton } from './lab.ts';

const lab = await openLab(
  'Section',
  'Switch the tool on and click a face, or cut across an axis. Drag the handle; with the handle focused, arrow keys move it (Shift: 1 m), F flips, Delete removes.',
);
const { section } = lab.viewer.tools;
toolButton(lab, 'Pick face', section);
section.on('change', (planes) => lab.show(planes));
lab.button('X', () => section.addAxis('x'));
lab.button('Y', () => section.addAxis('y'));
lab.button('Z', () => section.addAxis('z'));
lab.button('Flip last', () => {
  const last = section.list().at(-1);
  if (last) section.flip(last.id);
});
lab.button('Remove all', () => section.removeAll());
let shown = true;
lab.button('Frames', () => {
  shown = !shown;
  section.showFrames(shown);
});
