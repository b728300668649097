import { useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/session/access.ts';
import { Icon } from '../look/icon.tsx';
import { ImportDialog, type ImportProps } from './import-dialog.tsx';

/** Opens the import of a spreadsheet. Users who may not import see nothing. */
export function ImportButton(props: ImportProps) {
  const t = useT();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may(props.calls.run)) return null;
  const label = t('sheets.dialog.open', { noun: props.noun.toLowerCase() });
  return (
    <>
      <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => setOpen(true)}>
        <Icon name="upload" />
      </button>
      {isOpen && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
