import type { TreeNode, TreeOrder } from '../src/viewer.ts';
import { guidsUnder } from '../src/viewer.ts';
import { openLab, toolButton } from './lab.ts';

const lab = await openLab('Components', 'The tree by storey or class; click a name to select and see its properties.');
const { viewer } = lab;
const { hide, select } = viewer.tools;
const list = document.createElement('div');
lab.panel.append(list);

function draw(node: TreeNode): HTMLElement {
  const title = `${node.name || node.ifcClass} (${node.count})`;
  const choose = (): void => {
    const guids = node.kind === 'component' && node.guid ? [node.guid] : guidsUnder(node);
    select.select(guids).catch(lab.show);
  };
  if (node.children.length === 0) {
    const leaf = document.createElement('div');
    leaf.textContent = title;
    leaf.addEventListener('click', choose);
    return leaf;
  }
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = title;
  summary.addEventListener('dblclick', choose);
  details.append(summary);
  details.style.paddingLeft = '12px';
  details.addEventListener('toggle', () => details.append(...node.children.map(draw)), { once: true });
  return details;
}

async function tree(order: TreeOrder): Promise<void> {
  list.replaceChildren(...(await viewer.components.tree(order)).map(draw));
}

toolButton(lab, 'Hide on click', hide);
lab.button('By storey', () => tree('storey'));
lab.button('By class', () => tree('class'));
lab.button('Hide selected', () => hide.hideSelected());
lab.button('Isolate selected', () => hide.isolateSelected());
lab.button('Show all', () => hide.showAll());
hide.on('change', (state) => lab.show(state));
select.on('change', ({ selection }) => {
  const last = selection.at(-1);
  if (last) viewer.components.properties(last).then(lab.show, lab.show);
});
await tree('storey');
