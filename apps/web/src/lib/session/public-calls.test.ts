import { expect, test } from 'vitest';
import * as identity from '@prdm/contract/identity';
import * as me from '@prdm/contract/me';
import * as sso from '@prdm/contract/identity/sso';
import { ssoCalls } from './sso.ts';
import { publicCalls } from './public-calls.ts';

test('the calls named by hand are the calls of the contract', () => {
  const contract = { ...identity, ...sso, info: me.info };
  const calls = { ...publicCalls, ...ssoCalls };
  for (const [name, target] of Object.entries(calls)) {
    const { method, path, inputFrom } = contract[name as keyof typeof calls];
    expect({ inputFrom: undefined, ...target }, name).toEqual({ method, path, inputFrom });
  }
});
