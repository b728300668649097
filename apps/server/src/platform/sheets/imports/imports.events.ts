import { defineEvent } from '../../bus.ts';

/** The records themselves announce their changes with the events of their domain. */
export const SheetImported = defineEvent<{ kind: string; importId: number }>('sheets.imported');
export const SheetImportUndone = defineEvent<{ kind: string; importId: number; restored: number; skipped: number }>(
  'sheets.importUndone',
);
