import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { webIfcStub } from '../../../apps/web/vite/web-ifc-stub.ts';

const root = import.meta.dirname;
const pages = readdirSync(root).filter((name) => name.endsWith('.html'));

/**
 * `npx vite packages/viewer/playground` serves the pages. VIEWER_MODELS names a folder; `?model=/name.frag` opens a
 * .frag file in it. Without the variable every page offers a file field.
 */
export default defineConfig({
  root,
  base: './',
  plugins: [webIfcStub()],
  publicDir: process.env.VIEWER_MODELS ?? false,
  build: {
    target: ['chrome109', 'edge109', 'firefox115', 'safari16'],
    outDir: process.env.VIEWER_PLAYGROUND_OUT ?? join(root, 'dist'),
    emptyOutDir: true,
    rolldownOptions: { input: pages.map((page) => join(root, page)) },
  },
});
