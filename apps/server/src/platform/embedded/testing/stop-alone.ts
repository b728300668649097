import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '../server-process.ts';

/*
 * A program that only waits for the end of a server. A process that ends after a moment replaces the database. The real one ends so fast
 * after its last answer that the test would rarely reach the wait.
 */
const dir = mkdtempSync(join(tmpdir(), 'prdm-pg-'));
writeFileSync(join(dir, 'postgres'), '#!/bin/sh\nsleep 1\n');
chmodSync(join(dir, 'postgres'), 0o700);
writeFileSync(join(dir, 'log'), '');
const plan = {
  folder: { dir, cluster: dir, logFile: join(dir, 'log'), user: null },
  binaries: { bin: dir, major: 0, source: 'system' },
  durable: true,
  settings: {},
} as unknown as Parameters<typeof spawnServer>[0];
await spawnServer(plan, dir, 1).whenEnded();
rmSync(dir, { recursive: true });
process.stdout.write('stopped\n');
