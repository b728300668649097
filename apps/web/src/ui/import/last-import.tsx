import type { ImportCalls } from '@prdm/contract/kit/sheet-import';
import { useApiQuery } from '../../lib/api/queries.ts';
import { number } from '../../lib/format.ts';
import { useT } from '../../lib/i18n.ts';
import { DateText } from '../date-text.tsx';
import { Icon } from '../look/icon.tsx';

/** The newest import, with its undo. It stays reachable after the dialog was closed. Nothing after it is undone. */
export function LastImport({ calls, onUndo }: { calls: ImportCalls; onUndo: (importId: number) => void }) {
  const t = useT();
  const query = useApiQuery(calls.index, { page: 1, size: 1 });
  const last = query.data?.list[0];
  if (!last || last.undone !== null) return null;
  const { counts } = last;
  return (
    <p className="import-last">
      <span>
        {t('sheets.dialog.last', {
          file: last.file_name,
          name: last.by,
          new: number(counts.new),
          changed: number(counts.changed),
        })}{' '}
        <DateText value={last.at} fact />
      </span>
      <button type="button" className="button button-small" onClick={() => onUndo(last.id)}>
        <Icon name="undo" />
        {t('sheets.dialog.undo')}
      </button>
    </p>
  );
}
