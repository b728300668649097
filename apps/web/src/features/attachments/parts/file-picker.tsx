import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { STILL } from '../../../ui/still.ts';
import { useFocusBack } from '../../../ui/use-focus-back.ts';
import { fileIcon, FolderCrumbs, useFolder, useSearch, type ListedEntry } from '../../files/index.ts';
import type { Picked } from '../use-pending.ts';

const SHOWN = LIMITS.pageSizeMax;

/** Chooses files of the project: by folder or by name, several at once, also from different folders. */
export function FilePicker(props: {
  projectId: number;
  onPick: (picked: readonly Picked[]) => void;
  onClose: () => void;
}) {
  const t = useT();
  useFocusBack();
  const body = useRef<HTMLDivElement>(null);
  const { projectId } = props;
  const [pid, setPid] = useState<number | null>(null);
  const [word, setWord] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, Picked>>(new Map());
  const isSearch = word !== '';
  const folder = useFolder({ project_id: projectId, ...(pid === null ? {} : { pid }), size: SHOWN }, !isSearch);
  const search = useSearch({ project_id: projectId, word, size: SHOWN }, isSearch);
  const query = isSearch ? search : folder;
  const toggle = ({ id, name }: ListedEntry) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(id)) next.set(id, { id, name });
      return next;
    });
  const count = chosen.size;
  return (
    <Modal
      open
      {...STILL}
      title={t('attachments.picker.title')}
      width={640}
      style={{ maxWidth: '96%' }}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={{ 'aria-label': t('common.close') }}
      onCancel={props.onClose}
      // The library focuses the close button, where Enter would close the dialog.
      afterOpenChange={(isOpen) => isOpen && body.current?.querySelector('input')?.focus({ preventScroll: true })}
      cancelText={t('common.cancel')}
      okText={count === 0 ? t('attachments.picker.addNone') : t('attachments.picker.add', { count })}
      okButtonProps={{ disabled: count === 0 || count > LIMITS.attachmentsMax }}
      onOk={() => {
        props.onPick([...chosen.values()]);
        props.onClose();
      }}
    >
      <div ref={body} className="file-picker">
        <SearchField placeholder={t('attachments.picker.search')} word={word} onWord={setWord} />
        {!isSearch && folder.data && (
          <FolderCrumbs
            crumbs={folder.data.crumbs.map((crumb, index) =>
              index === 0 ? { ...crumb, name: t('attachments.picker.root') } : crumb,
            )}
            onOpen={setPid}
          />
        )}
        <div className="file-picker-list" role="group" aria-label={t('attachments.picker.title')} tabIndex={0}>
          {query.error !== null && <FailedState error={query.error} onRetry={() => void query.refetch()} />}
          {!query.data && query.error === null && <SkeletonLines lines={6} />}
          {query.data?.list.length === 0 && (
            <EmptyState icon="folder" title={t(isSearch ? 'attachments.picker.noMatch' : 'attachments.picker.empty')} />
          )}
          {query.data?.list.map((entry) => (
            <Line
              key={`${entry.kind}${entry.id}`}
              entry={entry}
              isChosen={chosen.has(entry.id) && entry.kind === 'file'}
              onToggle={() => toggle(entry)}
              onOpen={() => {
                setWord('');
                setPid(entry.id);
              }}
            />
          ))}
        </div>
        {(query.data?.total ?? 0) > SHOWN && (
          <p className="attachments-none">{t('attachments.picker.more', { n: SHOWN })}</p>
        )}
        {count > LIMITS.attachmentsMax && (
          <p className="composer-problem" role="alert">
            {t('attachments.full', { n: LIMITS.attachmentsMax })}
          </p>
        )}
      </div>
    </Modal>
  );
}

function Line(props: { entry: ListedEntry; isChosen: boolean; onToggle: () => void; onOpen: () => void }) {
  const t = useT();
  const { entry } = props;
  if (entry.kind === 'folder') {
    return (
      <button type="button" className="file-picker-line" onClick={props.onOpen}>
        <span className="file-picker-box" />
        <Icon name="folder" />
        <span className="ellipsis">{entry.name}</span>
        <span className="file-picker-fact">
          <Icon name="right" size={12} />
        </span>
      </button>
    );
  }
  // The attachment is readable for all readers of the record, so both rights are needed.
  const isAllowed = entry.can.view && entry.can.download && !entry.expired;
  const place = entry.crumbs?.map(({ name }) => name).join(' / ');
  return (
    <label
      className="file-picker-line"
      data-refused={!isAllowed}
      title={isAllowed ? place : t('attachments.picker.mayNot')}
    >
      <input type="checkbox" checked={props.isChosen} disabled={!isAllowed} onChange={props.onToggle} />
      <Icon name={fileIcon(entry)} />
      <span className="ellipsis">{entry.name}</span>
      <span className="file-picker-fact tabular">
        {fileSize(entry.size)} <DateText value={entry.updated_at} />
      </span>
    </label>
  );
}
