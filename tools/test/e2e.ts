import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from '../find-browser.ts';
import { ROOT } from './files.ts';

/* `npm run e2e -- <playwright's arguments>`: the browser tests alone, with the browser that `npm test` would take. */
const { path } = await findBrowser({ install: true });
const args = [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', ...process.argv.slice(2)];
const env = { ...process.env, TEST_BROWSER: path };
const { status } = spawnSync(process.execPath, args, { cwd: join(ROOT, 'e2e'), env, stdio: 'inherit' });
process.exitCode = status ?? 1;
