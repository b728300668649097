import { fileSize } from '../../../lib/format.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { ToneChip } from '../../../ui/status-chip.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import type { FileEntry } from '../files.queries.ts';

const ICON: Partial<Record<string, IconName>> = { folder: 'folder', ifc: 'model' };

export function EntryName({ entry }: { entry: Pick<FileEntry, 'name' | 'type'> }) {
  return (
    <span className="file-name" title={entry.name}>
      <Icon name={ICON[entry.type] ?? 'file'} />
      <span className="ellipsis">{entry.name}</span>
    </span>
  );
}

export function fileColumns(t: Translate): PageColumn<FileEntry>[] {
  return [
    {
      key: 'name',
      title: t('files.field.name'),
      fixed: true,
      sort: true,
      card: 'title',
      render: (entry) => <EntryName entry={entry} />,
    },
    {
      key: 'expired',
      title: '',
      width: 80,
      render: (entry) => entry.expired && <ToneChip tone="amber">{t('files.expired')}</ToneChip>,
    },
    {
      key: 'version',
      title: t('files.field.version'),
      width: 76,
      align: 'right',
      render: (entry) => (entry.version_no === null ? '' : `V${entry.version_no}`),
    },
    {
      key: 'size',
      title: t('files.field.size'),
      width: 100,
      align: 'right',
      sort: true,
      card: 'end',
      render: (entry) => fileSize(entry.size),
    },
    { key: 'owner', title: t('files.field.owner'), width: 100, render: (entry) => entry.owner },
    {
      key: 'time',
      title: t('files.field.updated_at'),
      width: 140,
      sort: true,
      card: 'line',
      render: (entry) => <DateText value={entry.updated_at} />,
    },
    {
      key: 'valid',
      title: t('files.field.validity'),
      width: 110,
      render: (entry) => entry.valid_until ?? (entry.kind === 'file' ? t('files.permanent') : ''),
    },
  ];
}
