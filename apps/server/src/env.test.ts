import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv, SETTINGS } from './env.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Names in capitals that stand as code in the first column of a table. */
function namesIn(file: string): string[] {
  const rows = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return rows
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => row.split('|')[1]?.match(/`[A-Z][A-Z_]+`/g) ?? [])
    .map((name) => name.slice(1, -1));
}

describe('the environment', () => {
  it('is described whole in the README, and nothing else is', () => {
    expect(namesIn('README.md').toSorted()).toEqual([...SETTINGS].toSorted());
  });

  it('names every setting that is wrong at once', () => {
    const wrong = { PORT: '99999', LOG_LEVEL: 'loud', PUBLIC_URL: 'ftp://x', ADMIN_PASSWORD: '123' };
    expect(() => readEnv(wrong)).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*ADMIN_PASSWORD[\s\S]*LOG_LEVEL/);
  });

  it('takes an empty value for one that is not set', () => {
    expect(readEnv({ PORT: '', TITLE: '' })).toMatchObject({ PORT: 3000, TITLE: 'PRDM' });
  });
});
