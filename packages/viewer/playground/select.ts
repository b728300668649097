import { openLab, toolButton } from './lab.ts';

const lab = await openLab(
  'Select',
  'A click picks, Shift or Ctrl adds, Esc or a click on nothing clears, a double click fits the component.',
);
const { viewer } = lab;
const { select } = viewer.tools;
toolButton(lab, 'Select', select);
select.on('change', ({ selection, pick }) => lab.show({ selection, pick }));
lab.button('Clear', () => select.clearSelection());
lab.button('Fit selection', () => viewer.fit(select.guids));
lab.button('Colour selection', () => viewer.components.highlight(select.guids, '#e0812f'));
lab.button('Clear colours', () => viewer.components.clearHighlights());
