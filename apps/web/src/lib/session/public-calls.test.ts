import { expect, test } from 'vitest';
import * as identity from '@prdm/contract/identity';
import * as me from '@prdm/contract/me';
import { publicCalls } from './public-calls.ts';

test('the calls named by hand are the calls of the contract', () => {
  const contract = { ...identity, info: me.info };
  for (const [name, target] of Object.entries(publicCalls)) {
    const { method, path, inputFrom } = contract[name as keyof typeof publicCalls];
    expect({ inputFrom: undefined, ...target }, name).toEqual({ method, path, inputFrom });
  }
});
