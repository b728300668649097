import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv, SETTINGS } from './env.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Names in capitals, formatted as code, in the first column of a table. */
function namesIn(file: string): string[] {
  const rows = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return rows
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => row.split('|')[1]?.match(/`[A-Z][A-Z_]+`/g) ?? [])
    .map((name) => name.slice(1, -1));
}

describe('the environment', () => {
  it('is described completely in the README, which has no other names', () => {
    expect(namesIn('README.md').toSorted()).toEqual([...SETTINGS].toSorted());
  });

  it('reports all invalid settings at once', () => {
    const wrong = { PORT: '99999', LOG_LEVEL: 'loud', PUBLIC_URL: 'ftp://x', ADMIN_PASSWORD: '123' };
    expect(() => readEnv(wrong)).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*ADMIN_PASSWORD[\s\S]*LOG_LEVEL/);
  });

  it('treats an empty value as not set', () => {
    const env = readEnv({ PORT: '', HOST: '', TITLE: '' });
    expect(env).toMatchObject({ PORT: 3000, HOST: '127.0.0.1' });
    expect(env.TITLE).toBeUndefined();
  });

  it.each([
    [undefined, false],
    ['false', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.0/8, 2001:db8::/32,::1', ['10.0.0.0/8', '2001:db8::/32', '::1']],
  ])('reads TRUST_PROXY=%s', (value, read) => {
    expect(readEnv({ TRUST_PROXY: value }).TRUST_PROXY).toEqual(read);
  });

  it('keeps a password exactly as given', () => {
    for (const password of [' Blank-26 ', 'Blank-26\t', 'Ｆull-26', 'e\u0301-accent'])
      expect(readEnv({ ADMIN_PASSWORD: password }).ADMIN_PASSWORD).toBe(password);
    expect(readEnv({ ADMIN_ACCOUNT: ' weng ', HOST: ' 0.0.0.0 ', PORT: ' 80 ' })).toMatchObject({
      ADMIN_ACCOUNT: 'weng',
      HOST: '0.0.0.0',
      PORT: 80,
    });
  });

  it.each(SETTINGS)('refuses a blank value for %s', (name) => {
    for (const blanks of [' ', '  \t\n '])
      expect(() => readEnv({ [name]: blanks })).toThrow(new RegExp(`^  ${name}: must `, 'm'));
  });

  it.each([
    ['PORT', '0x10', /must be a whole number/],
    ['PORT', '1e3', /must be a whole number/],
    ['PORT', '3000.0', /must be a whole number/],
    ['PORT', '65536', /must be at most 65535/],
    ['MODEL_TIMEOUT_MS', '10', /must be at least 1000/],
    ['ADMIN_PASSWORD', '12345', /must have 6 to 64 characters/],
    ['ADMIN_PASSWORD', 'x'.repeat(65), /must have 6 to 64 characters/],
    ['ADMIN_PASSWORD', '12345678', /must not be digits only/],
    ['ADMIN_PASSWORD', 'abcdef', /too common/],
    ['ADMIN_ACCOUNT', 'a b', /letters, digits and \. _ - @ only/],
    ['ADMIN_ACCOUNT', 'a', /2 to 30 characters/],
    ['TRUST_PROXY', 'true', /true would believe addresses that callers write.*number of proxies/],
    ['TRUST_PROXY', 'yes', /"yes" is no address and no range/],
    ['TRUST_PROXY', '11', /1 to 10/],
    ['TRUST_PROXY', '-1', /is no address/],
    ['TRUST_PROXY', '10.0.0.0/33', /is no address and no range/],
    ['TRUST_PROXY', '0.0.0.0/0', /is no address and no range/],
    ['TRUST_PROXY', '10.0.0.1,', /is no address and no range/],
    ['TRUST_PROXY', '10.0.0.1,proxy.local', /"proxy.local" is no address/],
    ['ADMIN_ACCOUNT', 'аdmin', /letters of one script/],
    ['ADMIN_ACCOUNT', '<admin>', /letters, digits and \. _ - @ only/],
  ])('refuses %s=%s in words', (name, value, words) => {
    const said = (): string => {
      try {
        return JSON.stringify(readEnv({ [name]: value }));
      } catch (error) {
        return String(error);
      }
    };
    expect(said()).toMatch(new RegExp(`^  ${name}: `, 'm'));
    expect(said()).toMatch(words);
    if (name === 'ADMIN_PASSWORD') expect(said()).not.toContain(value);
  });
});
