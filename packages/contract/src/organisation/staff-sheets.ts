import { z } from 'zod';
import { blank, done, optionalText } from '../kit/fields.ts';
import { endpoint, ref, XLSX } from '../kit.ts';
import { importCalls } from '../kit/sheet-import.ts';
import { SEES_PEOPLE } from '../organisation.ts';
import { STAFF_STATUS } from '../status.ts';

/**
 * People from a spreadsheet, by account (docs/domains/organisation.md). The answer of the import carries the first
 * passwords of new people once.
 */
export const staffImports = importCalls({
  path: '/apis/user',
  access: { scope: 'enterprise', anyOf: ['Company-user'] },
});

/** The staff list as a spreadsheet with the columns of the import. Readers without contact data get no phone and e-mail. */
export const userDownload = endpoint({
  method: 'GET',
  path: '/apis/user/download',
  access: SEES_PEOPLE,
  transport: 'download',
  media: XLSX,
  input: z.strictObject({
    word: optionalText(50),
    department_id: blank(ref('department').optional()),
    status: blank(z.enum(STAFF_STATUS).optional()),
  }),
  output: done,
});
