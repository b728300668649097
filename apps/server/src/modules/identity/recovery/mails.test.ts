import { expect, it } from 'vitest';
import { titleOfAll } from './mails.ts';

const of = (enterpriseId: number, enterpriseTitle: string) => ({ enterpriseId, enterpriseTitle });

it.each([
  ['the title of their enterprise', 'TITLE', [of(1, '江城协同'), of(1, '江城协同')], '江城协同'],
  ['TITLE when the enterprise has none', '设计院平台', [of(1, '')], '设计院平台'],
  ['TITLE for accounts of several enterprises', '设计院平台', [of(1, '江城协同'), of(2, '滨江')], '设计院平台'],
  ['the fixed title without both', undefined, [of(1, '')], '设计院任务管理平台'],
])('a mail about accounts carries %s', (_what, title, accounts, expected) => {
  expect(titleOfAll({ title }, accounts)).toBe(expected);
});
