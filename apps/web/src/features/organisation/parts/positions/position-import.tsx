import { positionImports } from '@prdm/contract/organisation/entities';
import { useT } from '../../../../lib/i18n.ts';
import { ImportButton } from '../../../../ui/import/import-button.tsx';

/** People show their position, so their answers become stale too. */
const SHOWS_POSITIONS = ['user'];

/** Imports positions from a spreadsheet. */
export function PositionImport() {
  const t = useT();
  return <ImportButton calls={positionImports} noun={t('sheets.kinds.positions')} refresh={SHOWS_POSITIONS} />;
}
