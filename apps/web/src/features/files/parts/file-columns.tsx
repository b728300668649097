import { fileSize } from '../../../lib/format.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import type { FileEntry, ListedEntry } from '../files.queries.ts';
import { MoreButton } from './entry-menu.tsx';
import { fileIcon } from './file-icon.ts';
import { rowKeyOf } from './row-key.ts';

export function EntryName({ entry }: { entry: Pick<FileEntry, 'name' | 'type'> }) {
  const icon = fileIcon(entry);
  return (
    <span className="file-name" data-icon={icon} title={entry.name}>
      <Icon name={icon} />
      <span className="ellipsis">{entry.name}</span>
    </span>
  );
}

/** The present or former place of an entry, without the root folder. */
export function PlaceText({ place }: { place: readonly string[] }) {
  const text = place.join(' / ');
  return <span title={text}>{text}</span>;
}

/** A folder without bytes shows no size instead of zero. */
const sizeOf = ({ kind, size }: FileEntry): string => (kind === 'folder' && size === 0 ? '' : fileSize(size));

/** `searched`: the entries come from all folders, so each shows its place. */
export function fileColumns(t: Translate, searched: boolean): PageColumn<ListedEntry>[] {
  const place: PageColumn<ListedEntry> = {
    key: 'place',
    title: t('files.field.place'),
    width: 200,
    card: 'line',
    render: ({ crumbs = [] }) => <PlaceText place={crumbs.slice(1).map(({ name }) => name)} />,
  };
  const version: PageColumn<ListedEntry> = {
    key: 'version',
    title: t('files.field.version'),
    width: 76,
    align: 'right',
    render: (entry) => (entry.version_no === null ? '' : `V${entry.version_no}`),
  };
  const validity: PageColumn<ListedEntry> = {
    key: 'valid',
    title: t('files.field.validity'),
    width: 130,
    render: (entry) => <Validity t={t} entry={entry} />,
  };
  return [
    {
      key: 'name',
      title: t('files.field.name'),
      fixed: true,
      sort: searched ? undefined : true,
      card: 'title',
      render: (entry) => <EntryName entry={entry} />,
    },
    searched ? place : version,
    {
      key: 'size',
      title: t('files.field.size'),
      width: 100,
      align: 'right',
      sort: searched ? undefined : true,
      card: 'end',
      render: sizeOf,
    },
    { key: 'owner', title: t('files.field.owner'), width: 110, render: (entry) => entry.owner },
    {
      key: 'time',
      title: t('files.field.updated_at'),
      width: 164,
      sort: searched ? undefined : true,
      card: 'line',
      render: (entry) => <DateText value={entry.updated_at} />,
    },
    ...(searched ? [] : [validity]),
    {
      key: 'more',
      title: t('files.field.actions'),
      width: 84,
      fixed: 'right',
      card: 'end',
      render: (entry) => <MoreButton name={entry.name} rowKey={rowKeyOf(entry)} />,
    },
  ];
}

function Validity({ t, entry }: { t: Translate; entry: FileEntry }) {
  if (entry.kind === 'folder') return null;
  if (entry.expired) return <ToneChip tone="amber">{t('files.expired')}</ToneChip>;
  return <span className="tabular">{entry.valid_until ?? t('files.permanent')}</span>;
}
