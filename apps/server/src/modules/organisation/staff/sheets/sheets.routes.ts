import { staffImports, userDownload } from '@prdm/contract/organisation/staff-sheets';
import type { Mount } from '../../../../platform/http/mounting.ts';
import { mountImport } from '../../../../platform/sheets/imports/imports.routes.ts';
import type { SheetImports } from '../../../../platform/sheets/imports/index.ts';
import { sendSheet } from '../../../../platform/sheets/send-sheet.ts';
import { translate } from '../../../../platform/translate.ts';
import type { Organisation } from '../../index.ts';

/** Import and export of staff. */
export async function staffSheetRoutes(
  mount: Mount,
  { calls, kinds, staffImport }: Pick<Organisation, 'calls' | 'kinds' | 'staffImport'>,
  imports: SheetImports,
): Promise<void> {
  await mountImport(mount, imports, staffImports, staffImport);
  mount.raw(userDownload, async ({ word, status }, { principal, lang, given, subject }, raw) => {
    const department = given.department_id === undefined ? undefined : subject(kinds.department, 'department_id');
    const bytes = await calls.staffSheet(principal, lang, { word, status, department });
    await sendSheet(raw, { fileName: translate(lang, 'sheets.kinds.staff'), bytes });
  });
}
