import { useT } from '../../../../lib/i18n.ts';
import { DayPicker } from '../../../../ui/form/day-picker.tsx';
import { ToneChip } from '../../../../ui/feedback/status-chip.tsx';
import { useValidity, type FileInfo } from '../../files.queries.ts';

export const VALIDITY_ID = 'file-validity';

/** Last day on which the file is valid. Without a day it is permanent. A chosen day is saved at once. */
export function ValidityField({ file }: { file: FileInfo }) {
  const t = useT();
  const save = useValidity();
  // Only the owner and the file administrator may change the day of an expired file. They alone may still download it.
  const mayChange = file.can.edit && (!file.expired || file.can.download);
  if (!mayChange)
    return (
      <span className="file-validity">
        <span className="tabular">{file.valid_until ?? t('files.permanent')}</span>
        {file.expired && <ToneChip tone="amber">{t('files.expired')}</ToneChip>}
      </span>
    );
  return (
    <span className="file-validity">
      <DayPicker
        id={VALIDITY_ID}
        value={file.valid_until}
        width={150}
        onChange={(day) =>
          save.mutate({
            project_id: file.project_id,
            file_id: file.id,
            valid_until: day ?? '',
            version: file.version,
          })
        }
      />
      {file.valid_until === null && <span className="file-permanent">{t('files.permanent')}</span>}
      {file.expired && <ToneChip tone="amber">{t('files.expired')}</ToneChip>}
    </span>
  );
}
