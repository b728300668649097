import type { Viewpoint } from '../src/viewer.ts';
import { openLab } from './lab.ts';

const lab = await openLab(
  'Viewpoints',
  'Turn, cut, hide and select, then save: the picture and the JSON appear on the right. Click a picture to go back.',
);
const { viewer } = lab;
const gallery = document.createElement('div');
lab.panel.append(gallery);

async function keep(): Promise<void> {
  const view: Viewpoint = viewer.viewpoint.save();
  const picture = document.createElement('img');
  picture.width = 280;
  picture.alt = `Viewpoint ${gallery.childElementCount + 1}`;
  picture.src = URL.createObjectURL(await viewer.viewpoint.snapshot(560));
  picture.addEventListener('click', () => {
    viewer.viewpoint.apply(JSON.parse(JSON.stringify(view))).catch(lab.show);
  });
  gallery.append(picture);
  lab.show(view);
}

lab.button('Save', keep);
lab.button('Cut X', () => viewer.tools.section.addAxis('x'));
lab.button('Cut Z', () => viewer.tools.section.addAxis('z'));
lab.button('Hide selected', () => viewer.tools.hide.hideSelected());
lab.button('Isolate selected', () => viewer.tools.hide.isolateSelected());
lab.button('Show all', () => viewer.tools.hide.showAll());
