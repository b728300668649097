import { expect, test } from 'vitest';
import { cssText, pageRules } from './page-rules.ts';

test('a title cannot end its CSS string or the style element', () => {
  expect(cssText('a"b\\c\n</style>')).toBe('"a\\22 b\\5c c\\a \\3c /style>"');
});

test('the browser counts the pages', () => {
  const rules = pageRules({ left: '设计院', right: '任务单', foot: '第 {page} 页，共 {pages} 页' });
  expect(rules).toContain('content: "第 " counter(page) " 页，共 " counter(pages) " 页"');
  expect(pageRules({ left: '长'.repeat(99), right: '', foot: '' })).toContain(`"${'长'.repeat(47)}…"`);
});
