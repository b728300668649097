import { describe, expect, it } from 'vitest';
import { findPoorComments, findPoorProse, judgeSubject } from './language.ts';

const FILE = 'apps/server/src/x.ts';

describe('comments', () => {
  it.each([
    ['Who', '// Who closes a record stands in the list once.\n'],
    ['What', 'const a = 1; // what was deleted is not there\n'],
    ['Whose', '/** Whose lists. */\n'],
    ['Whoever', '/* Whoever reads it. */\n'],
    ['Nobody', '// The row is locked. Nobody reads it.\n'],
    ['Of', '/**\n * Of a draft\n * two columns are shown.\n */\n'],
  ])('refuses a sentence that begins with %s', (word, text) => {
    expect(findPoorComments(FILE, text)).toEqual([`${FILE}:1: a sentence begins with "${word}" (rule 3 of language)`]);
  });

  it.each(['anew', 'tell', 'tells', 'told'])('refuses the word %s', (word) => {
    expect(findPoorComments(FILE, `const a = 1;\n// The job may ${word} the user.\n`)).toEqual([
      `${FILE}:2: uses the word "${word}" (rule 5 of language)`,
    ]);
  });

  it.each([
    ['styles', 'a.css', '.x { color: red; } /* Who sees it. */\n'],
    ['SQL', 'a.sql', "select '-- no comment';\n-- Who sees it.\n"],
    ['SQL, in a block', 'a.sql', '/* Who sees it. */\n'],
    ['plain modules', 'a.mjs', '// Who sees it.\n'],
    ['components', 'a.tsx', 'const a = <p>{/* Who sees it. */}</p>;\n'],
  ])('reads %s', (_what, file, text) => {
    expect(findPoorComments(file, text)).toHaveLength(1);
  });

  it.each([
    ['a word in the middle', '// The row says who is assigned and what follows.\n'],
    ['a second line', '// The assignee is the user\n// who holds the seat.\n'],
    ['a name in code', '// `tell` and notices.tell and tell() write the notice.\n'],
    ['a quoted word', '// The text "told" is stored.\n'],
    ['code and texts', "const told = 'Who tells it anew';\n"],
    ['no comment of SQL', "select 'it''s -- Who';\n", 'a.sql'],
  ])('allows %s', (_what, text, file = FILE) => {
    expect(findPoorComments(file, text)).toEqual([]);
  });
});

describe('documents', () => {
  it.each([
    ['a paragraph', 'The list is short.\nIt is sorted. What is late comes first.\n'],
    ['a list entry', '- who may read it\n'],
    ['a numbered entry', 'Text.\n2. **Whose** turn it is\n'],
    ['a heading', '## Of rights\n'],
    ['a table', '| a | Nobody may do it |\n'],
    ['a word', 'The server tells the client.\n'],
  ])('refuses in %s', (_what, text) => {
    expect(findPoorProse('docs/a.md', text)).toHaveLength(1);
  });

  it.each([
    ['code', '```\nWho tells it\n```\n'],
    ['a line that goes on', 'The assignee is the user\nwho holds the seat.\n'],
    ['a cell in lower case', '| who | what |\n'],
    ['quoted words', 'Never start with "Who". Do not use "tell" or "anew".\n'],
  ])('allows %s', (_what, text) => {
    expect(findPoorProse('docs/a.md', text)).toEqual([]);
  });
});

describe('subjects of commits', () => {
  it.each([
    'tasks: lock the parent before the child',
    'web, server: read keys from one type',
    'e2e: prove the closed defects in the browser',
    'language: merge the rule of texts',
    'files: bring back the picture of a version',
    'docs: address the next steps',
  ])('allows "%s"', (subject) => {
    expect(judgeSubject(subject)).toBeNull();
  });

  it.each([
    ['too long', `tasks: lock ${'x'.repeat(61)}`, 'characters'],
    ['two ideas', 'tasks: lock the parent; sort the list', '";"'],
    ['no area', 'Lock the parent before the child', 'form'],
    ['no object', 'tasks: lock', 'form'],
    ['a capital after the area', 'tasks: Lock the parent', 'form'],
    ["git's own merge", "Merge branch 'main' into tasks", 'form'],
    ["git's own revert", 'Revert "tasks: lock the parent"', 'form'],
    ['a past form', 'tasks: locked the parent', 'imperative'],
    ['a third person', 'tasks: locks the parent', 'imperative'],
    ['a noun', 'tasks: locking of the parent', 'imperative'],
    ['an article', 'tasks: the parent is locked', 'imperative'],
  ])('refuses %s', (_what, subject, why) => {
    expect(judgeSubject(subject)).toContain(why);
  });
});
