import './lab.css';
import type { LoadedModel, ThemeName, Viewer } from '../src/viewer.ts';
import { createViewer } from '../src/viewer.ts';
import { workerUrl } from '../src/worker-url.ts';

/** Tools of a playground page. Tests reach them as `window.lab`. */
export type Lab = {
  viewer: Viewer;
  errors: string[];
  /** Set when the model of `?model=` is drawn. */
  ready: boolean;
  model: LoadedModel | null;
  button(text: string, action: () => unknown): HTMLButtonElement;
  /** Shows a value in the panel on the right. */
  show(value: unknown): void;
  panel: HTMLElement;
};

declare global {
  interface Window {
    lab?: Lab;
  }
}

/**
 * Builds the frame of a page: bar, stage and panel. It opens the model of `?model=` or a file that the user picks.
 * `?theme=dark` and `?k=2` (the zoom of the page) set the scene for screenshots.
 */
export async function openLab(title: string, hint: string): Promise<Lab> {
  const query = new URLSearchParams(location.search);
  const theme: ThemeName = query.get('theme') === 'dark' ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.setProperty('--k', query.get('k') ?? '1');
  document.title = title;
  const header = document.createElement('header');
  const stage = document.createElement('div');
  stage.id = 'stage';
  const panel = document.createElement('aside');
  document.body.append(header, stage, panel);
  header.innerHTML = `<a href="./index.html">Playground</a><strong>${title}</strong>`;
  const help = document.createElement('p');
  help.textContent = hint;
  const output = document.createElement('pre');
  panel.append(help, output);

  const errors: string[] = [];
  const fail = (error: unknown): void => {
    errors.push(String(error));
    show(String(error));
  };
  const show = (value: unknown): void => {
    output.textContent = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  };
  window.addEventListener('error', ({ error }) => fail(error));
  window.addEventListener('unhandledrejection', ({ reason }) => fail(reason));

  const viewer = await createViewer(stage, {
    workerUrl,
    theme,
    onError: fail,
    labels: { canvas: 'Model', sectionHandle: 'Section plane', removeDimension: 'Remove dimension' },
  });
  const button = (text: string, action: () => unknown): HTMLButtonElement => {
    const element = document.createElement('button');
    element.textContent = text;
    element.addEventListener('click', () => {
      Promise.resolve(action()).catch(fail);
    });
    header.append(element);
    return element;
  };
  const lab: Lab = { viewer, errors, ready: false, model: null, button, show, panel };
  window.lab = lab;
  button('Theme', () => {
    const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    viewer.setTheme(next);
  });
  await openModel(lab, header, query.get('model'));
  return lab;
}

/** A button that shows the state of a tool: pressed while the tool is on. */
export function toolButton(
  lab: Lab,
  text: string,
  tool: {
    readonly enabled: boolean;
    enable(): void;
    disable(): void;
    on(event: 'enabled', f: (on: boolean) => void): unknown;
  },
): void {
  const button = lab.button(text, () => (tool.enabled ? tool.disable() : tool.enable()));
  const follow = (on: boolean): void => button.setAttribute('aria-pressed', String(on));
  tool.on('enabled', follow);
  follow(tool.enabled);
}

async function openModel(lab: Lab, header: HTMLElement, address: string | null): Promise<void> {
  const file = document.createElement('input');
  file.type = 'file';
  file.accept = '.frag';
  file.addEventListener('change', () => {
    const chosen = file.files?.[0];
    if (chosen) lab.viewer.load({ modelId: chosen.name, data: () => chosen.arrayBuffer() }).catch(lab.show);
  });
  header.append(file);
  if (!address) return;
  lab.model = await lab.viewer.load({
    modelId: 'model',
    data: async (signal) => {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      return response.arrayBuffer();
    },
    onProgress: lab.show,
  });
  lab.show(lab.viewer.stats());
  lab.ready = true;
}
