import { expect, it } from 'vitest';
import { comparesAmounts, levelOf, seesContent } from '@prdm/access';
import type { Me } from '@prdm/contract/me';
import { BRAND } from '../../testing/samples.ts';
import { principalOf } from './access.ts';

const ME: Me = {
  id: 5,
  username: '张三',
  account: 'zhang',
  type: 'person',
  thumb: '',
  position_id: null,
  enterprise_id: 1,
  enterprise_name: '设计院',
  enterprise: BRAND,
  manager_projectIds: [],
  heads: [],
  roles: { role: 'finance', access: [] },
  project_access: { 3: [], 4: [] },
  content: ['contact'],
  levels: [{ module: 'contract', level: 3 }],
  project_rights: { 3: { content: ['secret'], levels: [{ module: 'cost', level: 1 }] } },
  notice_count: 0,
  must_change: false,
  is_system: false,
};

it('a person has the levels and the content of the answer, and those of a project there alone', () => {
  // The only role of the answer has no nodes, but it shows content.
  const principal = principalOf(ME);
  expect([comparesAmounts(principal, 'contract'), comparesAmounts(principal, 'cost')]).toEqual([true, false]);
  expect([3, 4, null].map((project) => levelOf(principal, 'cost', project))).toEqual([1, 0, 0]);
  expect([seesContent(principal, 'contact'), seesContent(principal, 'secret')]).toEqual([true, false]);
  expect([3, 4].map((project) => seesContent(principal, 'secret', project))).toEqual([true, false]);
});
