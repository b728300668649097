import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkFileNames, chunks } from './vite/chunks.ts';
import { manual } from './vite/manual.ts';
import { pinyinOfTexts } from './vite/pinyin.ts';
import { precompress } from './vite/precompress.ts';
import { texts } from './vite/texts.ts';
import { webIfcStub } from './vite/web-ifc-stub.ts';

/** Where `npm run dev` finds the server; the client itself only knows its own origin. */
const SERVER = process.env.PRDM_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), texts(), manual(), pinyinOfTexts(), webIfcStub(), precompress()],
  server: {
    host: '127.0.0.1',
    proxy: {
      '/apis': { target: SERVER, ws: true, changeOrigin: false },
      '/_AMapService': { target: SERVER, changeOrigin: false },
    },
  },
  build: {
    // Embedded browsers of WeCom and DingTalk on Windows are at least Chromium 109.
    target: ['chrome109', 'edge109', 'firefox115', 'safari16'],
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { chunkFileNames, codeSplitting: chunks() } },
  },
});
