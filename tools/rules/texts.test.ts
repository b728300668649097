import { describe, expect, it } from 'vitest';
import { plainPlurals, straightQuotes, uncounted } from './texts.ts';

const of = (text: string, key = 'files.x') => new Map([[key, text]]);

describe('a number before a plural needs a text for one', () => {
  it.each([
    '{{n}} files',
    '{{ count }} unfinished tasks',
    '{{size}} ({{n}} files)',
    'Show {{n}} older versions',
    '{{n}} more reviews wait for you',
    'Drop {{n}} changes of rights?',
    '{{n}} very old files',
  ])('%s', (text) => {
    expect(plainPlurals(of(text))).toHaveLength(1);
  });

  it.each([
    'At most {{n}} characters',
    'The password must not be shorter than {{n}} characters',
    'More than {{n}} days have passed',
    '{{n}} failed',
    '{{n}} is too much',
    '{{n}} of these files',
    '{{n}} in all',
    'Version {{n}}',
    'Files: {{n}}',
    '{{n}}, the files',
    '{{by}} reminds you',
    '{{from}} asks you to take over the task',
  ])('not: %s', (text) => {
    expect(plainPlurals(of(text))).toEqual([]);
  });

  it('accepts both texts, but not half of them', () => {
    const both = new Map([...of('{{count}} file', 'files.x_one'), ...of('{{count}} files', 'files.x_other')]);
    expect(plainPlurals(both)).toEqual([]);
    expect(plainPlurals(of('{{count}} files', 'files.x_other'))).toEqual([
      'en: files.x_other has no text for one beside it',
    ]);
  });
});

describe('quotation marks', () => {
  it.each(['Open "{{name}}"', 'Open “{{name}}', 'Open ”{{name}}“', 'Open “{{name}}“'])('wrong: %s', (text) => {
    expect(straightQuotes('en', of(text))).toHaveLength(1);
  });

  it.each(['Open “{{name}}”', '“{{a}}” and “{{b}}”', "The project's name"])('right: %s', (text) => {
    expect(straightQuotes('en', of(text))).toEqual([]);
  });
});

describe('a text chosen by count gets a count', () => {
  const english = new Map([...of('{{n}} file', 'files.x_one'), ...of('{{n}} files', 'files.x_other')]);

  it.each([
    "t('files.x', { n })",
    "t('files.x')",
    "t('files.x', { n }), count",
    "translate(\n  'files.x',\n  { n: 3 },\n)",
  ])('without: %s', (code) => {
    expect(uncounted(english, 'a.ts', code)).toEqual(['a.ts: files.x is named without count']);
  });

  it.each([
    "t('files.x', { count })",
    "t('files.x', { n: number(all), count })",
    "t('files.x', {\n  count: 3,\n})",
    "t('files.y', { n })",
  ])('with: %s', (code) => {
    expect(uncounted(english, 'a.ts', code)).toEqual([]);
  });
});
