import { useRef, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { canUpload, chosenIn, type ChosenFile } from '../../files/index.ts';
import type { Picked } from '../use-pending.ts';
import { FilePicker } from './file-picker.tsx';

/** Adds attachments: files of the computer, or files of the project. */
export function AddButtons(props: {
  projectId: number;
  onFiles: (files: readonly ChosenFile[]) => void;
  onPick: (picked: readonly Picked[]) => void;
}) {
  const t = useT();
  const [isPicking, setPicking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="attachments-add">
      {canUpload() && (
        <button type="button" className="link-button" onClick={() => input.current?.click()}>
          <Icon name="upload" size={14} /> {t('attachments.upload')}
        </button>
      )}
      <button type="button" className="link-button" onClick={() => setPicking(true)}>
        <Icon name="folder" size={14} /> {t('attachments.pick')}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('attachments.upload')}
        onChange={({ target }) => {
          props.onFiles(chosenIn(target.files ?? []));
          target.value = ''; // the same file can be chosen again
        }}
      />
      {isPicking && <FilePicker projectId={props.projectId} onPick={props.onPick} onClose={() => setPicking(false)} />}
    </span>
  );
}
