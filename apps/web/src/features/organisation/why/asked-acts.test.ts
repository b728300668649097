import { expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import type { Access } from '@prdm/contract/kit';
import { ASKED_ACTS } from './asked-acts.ts';

/** Nodes that open no call of their own yet: `config/cost/at` accepts them beside ProjectSetting-index. */
const BESIDE = ['Contract-index', 'OutputValue-index'];

const nodesOf = (access: Access): readonly string[] => {
  if (typeof access === 'string') return [];
  if (access.scope === 'range') return [access.node];
  if (access.scope === 'system') return [];
  return 'anyOf' in access ? access.anyOf : access.allOf;
};
const endpointsOf = (call: string) => registry.filter(({ path }) => path === `/apis/${call}`);

it('every action is a call of the contract', () => {
  const unknown = ASKED_ACTS.filter(({ call }) => endpointsOf(call).length === 0);
  expect(unknown).toEqual([]);
});

it('every node that opens a call has an action', () => {
  const nodes = new Set(registry.flatMap(({ access }) => nodesOf(access)));
  const asked = new Set(ASKED_ACTS.flatMap(({ call }) => endpointsOf(call).flatMap(({ access }) => nodesOf(access))));
  expect([...nodes].filter((node) => !asked.has(node) && !BESIDE.includes(node))).toEqual([]);
});
