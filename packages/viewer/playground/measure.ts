import { openLab, toolButton } from './lab.ts';

const lab = await openLab(
  'Measure',
  'Two clicks make a dimension; the pointer is drawn to corners, then edges, then faces. Esc drops the first point, then the tool.',
);
const { measure } = lab.viewer.tools;
toolButton(lab, 'Measure', measure);
measure.on('change', (dimensions) => lab.show(dimensions));
measure.on('step', (step) => lab.show(`next click: ${step}`));
lab.button('Clear all', () => measure.removeAll());
