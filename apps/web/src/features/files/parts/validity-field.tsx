import { useT } from '../../../lib/i18n.ts';
import { DayPicker } from '../../../ui/form/day-picker.tsx';
import { ToneChip } from '../../../ui/status-chip.tsx';
import { useValidity, type FileInfo } from '../files.queries.ts';

export const VALIDITY_ID = 'file-validity';

/** Until when the file is valid; without a day it is permanent. Saved when a day is chosen. */
export function ValidityField({ file }: { file: FileInfo }) {
  const t = useT();
  const save = useValidity();
  if (!file.can.edit) return <span className="tabular">{file.valid_until ?? t('files.permanent')}</span>;
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
