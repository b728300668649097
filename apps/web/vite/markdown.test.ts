import { describe, expect, it } from 'vitest';
import { parseChapter } from './markdown.ts';

const parse = (body: string) => parseChapter('c', `# Title\n\n${body}`).blocks;

describe('a chapter of the manual', () => {
  it('becomes data: headings, paragraphs, lists, tables and notes', () => {
    expect(parse('## A section {#a-section}\n\ntwo\nlines\n\n- one\n- two\n\n1. first\n\n> mind\n> this')).toEqual([
      { kind: 'heading', level: 2, id: 'a-section', text: 'A section' },
      { kind: 'paragraph', inline: [{ kind: 'text', text: 'two lines' }] },
      { kind: 'list', ordered: false, items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]] },
      { kind: 'list', ordered: true, items: [[{ kind: 'text', text: 'first' }]] },
      { kind: 'note', inline: [{ kind: 'text', text: 'mind this' }] },
    ]);
    expect(parse('| a | b |\n| --- | --- |\n| 1 | `2` |')).toEqual([
      {
        kind: 'table',
        head: ['a', 'b'],
        rows: [[[{ kind: 'text', text: '1' }], [{ kind: 'code', text: '2' }]]],
      },
    ]);
  });

  it('knows bold, code and links to pages of the program inside a line', () => {
    expect(parse('press **Save** at `/home` or [read on](/help/one#two).')).toEqual([
      {
        kind: 'paragraph',
        inline: [
          { kind: 'text', text: 'press ' },
          { kind: 'bold', text: 'Save' },
          { kind: 'text', text: ' at ' },
          { kind: 'code', text: '/home' },
          { kind: 'text', text: ' or ' },
          { kind: 'link', text: 'read on', to: '/help/one#two' },
          { kind: 'text', text: '.' },
        ],
      },
    ]);
  });

  it.each([
    ['raw HTML', 'a <b>bold</b> word'],
    ['an image', '![picture](/a.png)'],
    ['a link elsewhere', '[away](https://example.com)'],
    ['a script for a link', '[x](javascript:alert)'],
    ['a heading without an id', '## Section'],
    ['an id twice', '## A {#a}\n\n## B {#a}'],
    ['an uneven table', '| a | b |\n| --- | --- |\n| 1 |'],
    ['a nested list', '- one\n  - two'],
    ['a fence', '```\ncode\n```'],
    ['emphasis by stars', 'a *word*'],
  ])('refuses %s', (_what, body) => {
    expect(() => parse(body)).toThrow(/^c, line \d+: /);
  });

  it('begins with its title', () => {
    expect(() => parseChapter('c', 'no title')).toThrow('c, line 1');
  });
});
