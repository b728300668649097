import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { entryType } from '@prdm/contract/kit/file-names';
import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { fileIcon } from '../../files/index.ts';
import { useDrop } from '../use-drop.ts';
import type { Pending } from '../use-pending.ts';
import { AddButtons } from './add-buttons.tsx';
import './attachments.css';

/** Attachments of a record that is not saved yet. */
export function PendingAttachments({ projectId, pending }: { projectId: number; pending: Pending }) {
  const t = useT();
  const part = useRef<HTMLElement>(null);
  const over = useDrop(part, true, pending.add);
  const cards = [
    ...pending.picked.map(({ id, name }) => ({
      key: `p${id}`,
      name,
      state: t('attachments.pendingFile'),
      drop: () => pending.dropPicked(id),
    })),
    ...pending.files.map((one, index) => ({
      key: `f${index}-${one.file.name}`,
      name: one.file.name,
      state: `${fileSize(one.file.size)} · ${t('attachments.pending')}`,
      drop: () => pending.dropFile(one),
    })),
  ];
  return (
    <section className="attachments" ref={part} aria-label={t('attachments.title')}>
      <h3>
        {t('attachments.title')}
        <AddButtons projectId={projectId} onFiles={pending.add} onPick={pending.pick} />
      </h3>
      {cards.length === 0 && <p className="attachments-none">{t('attachments.none')}</p>}
      <ul className="attachment-list">
        {cards.map(({ key, name, state, drop }) => (
          <li key={key} className="attachment-card">
            <span className="attachment-thumb" data-kind="icon">
              <Icon name={fileIcon({ name, type: entryType('file', name) })} size={24} />
            </span>
            <span className="attachment-facts">
              <span className="attachment-name" title={name}>
                {name}
              </span>
              <span className="attachment-fact">{state}</span>
            </span>
            <span className="attachment-tools">
              <button
                type="button"
                className="icon-button"
                aria-label={`${t('attachments.remove')} ${name}`}
                title={t('attachments.remove')}
                onClick={drop}
              >
                <Icon name="close" size={14} />
              </button>
            </span>
          </li>
        ))}
      </ul>
      {over !== null && createPortal(<div className="attachment-drop">{t('attachments.drop')}</div>, over)}
    </section>
  );
}
