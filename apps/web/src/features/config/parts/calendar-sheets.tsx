import { workingDayDownload, workingDayImports } from '@prdm/contract/config/working-day-sheets';
import { useT } from '../../../lib/i18n.ts';
import { ExportButton } from '../../../ui/crud/export-button.tsx';
import { ImportButton } from '../../../ui/import/import-button.tsx';
import { COUNTING } from '../working-days.queries.ts';

/** Import and export of the calendar. The export has the titles of the import. */
export function CalendarSheets({ year }: { year: number }) {
  const t = useT();
  const noun = t('sheets.kinds.workingDays');
  return (
    <>
      <ImportButton calls={workingDayImports} noun={noun} refresh={COUNTING} />
      <ExportButton call={workingDayDownload} input={{ year }} name={t('sheets.yearName', { name: noun, year })} />
    </>
  );
}
