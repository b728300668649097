import { useState } from 'react';
import type { Endpoint } from '@prdm/contract/kit';
import { showFailure } from '../../lib/api/query-client.ts';
import { fetchBytes } from '../../lib/bytes.ts';
import { useT } from '../../lib/i18n.ts';
import { saveAs } from '../../lib/save-as.ts';
import { encodeForm } from '../../lib/session/encode.ts';
import { Icon } from '../look/icon.tsx';

/** Saves the list as a spreadsheet, with the filters and the order of the page. */
export function ExportButton(props: { call: Endpoint; input: Readonly<Record<string, unknown>>; name: string }) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { bytes, type } = await fetchBytes(`${props.call.path}?${encodeForm(props.input).toString()}`);
      saveAs(new Blob([bytes], { type }), `${props.name}.xlsx`);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const label = t('entities.export');
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={isBusy}
      onClick={() => void run()}
    >
      <Icon name="download" />
    </button>
  );
}
