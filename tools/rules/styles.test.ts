import { describe, expect, it } from 'vitest';
import { classesOf, findSharedClasses, findUnknownTokens } from './styles.ts';

describe('a class is styled in one file', () => {
  it.each([
    ['.line { gap: 4px }', ['line']],
    ["a.line:hover, .other[data-late='true'] { gap: 4px }", ['line', 'other']],
    ['@media print { .line { display: none } }', ['line']],
    [":root[data-device='mobile'] .line { gap: 0 }", ['line']],
    ['/* .line { } */ .other { gap: 0 }', ['other']],
    ['.page .line { gap: 4px }', []],
    ['.page > .line:has(> .word) { gap: 4px }', []],
    ['main { gap: 4px }', []],
  ])('%s', (text, names) => {
    expect([...classesOf(text)]).toEqual(names);
  });

  it('finds the one that two files style, and where', () => {
    const sheets = [
      { file: 'a.css', text: '.line { gap: 4px } .own { gap: 1px }' },
      { file: 'b.css', text: '.other { gap: 4px } .line:hover { gap: 0 } .line:focus { gap: 0 }' },
    ];
    expect(findSharedClasses(sheets)).toEqual(['.line is styled in a.css and b.css']);
    expect(findSharedClasses(sheets.slice(1))).toEqual([]);
  });
});

describe('a custom property', () => {
  it('is set by a style sheet or by a component, or has a value of its own', () => {
    const sheets = [
      { file: 'a.css', text: ':root { --gap: 4px } .a { gap: var(--gap); width: var(--box); top: var(--y, 0) }' },
      { file: 'b.css', text: '.b { margin: var(--space-4) }' },
    ];
    expect(findUnknownTokens(sheets, ["style={{ '--box': 1 }}"])).toEqual(['b.css: nothing sets --space-4']);
  });
});
