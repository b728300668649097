import { describe, expect, it } from 'vitest';
import { findSecondInputs } from './second-inputs.ts';

const ROUTES = 'apps/server/src/modules/files/files.routes.ts';

describe('a schema beside the input of a call', () => {
  it.each(['fields.safeParse(texts);', 'fields.parse(JSON.parse(text));', 'contract.more.input.parse(text);'])(
    'is refused where a module reads it: %s',
    (line) => {
      expect(findSecondInputs(ROUTES, `const a = 1;\n${line}\n`)[0]).toMatch(`${ROUTES}:2: `);
    },
  );

  it('may be an answer, JSON or a date; the known places and tests are left alone', () => {
    const fine = 'uploadFile.output.parse(data); JSON.parse(text); Date.parse(text);\n';
    expect(findSecondInputs(ROUTES, fine)).toEqual([]);
    expect(
      findSecondInputs('apps/server/src/modules/identity/images/images.routes.ts', 'fields.safeParse(texts);'),
    ).toEqual([]);
    expect(findSecondInputs('apps/server/src/modules/files/files.test.ts', 'fields.safeParse(texts);')).toEqual([]);
  });
});
