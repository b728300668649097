import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { viewpointOfProject } from '@prdm/contract/models';
import { useApiQuery } from '../../../lib/api/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { STILL } from '../../../ui/still.ts';
import { useFocusBack } from '../../../ui/use-focus-back.ts';
import { ViewTileContent, type ListedView } from './view-tile.tsx';

const SHOWN = LIMITS.pageSizeMax;

/** Chooses viewpoints of the project's models by picture: several at once, also from different searches. */
export function ViewPicker(props: {
  projectId: number;
  chosen: readonly ListedView[];
  onPick: (views: readonly ListedView[]) => void;
  onClose: () => void;
}) {
  const t = useT();
  useFocusBack();
  const body = useRef<HTMLDivElement>(null);
  const { projectId } = props;
  const [word, setWord] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, ListedView>>(
    () => new Map(props.chosen.map((view) => [view.id, view])),
  );
  const query = useApiQuery(viewpointOfProject, { project_id: projectId, word, size: SHOWN });
  const toggle = (view: ListedView) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(view.id)) next.set(view.id, view);
      return next;
    });
  const count = chosen.size;
  return (
    <Modal
      open
      {...STILL}
      title={t('attachments.views.picker.title')}
      width={760}
      style={{ maxWidth: '96%' }}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={{ 'aria-label': t('common.close') }}
      onCancel={props.onClose}
      // The library focuses the close button, where Enter would close the dialog.
      afterOpenChange={(isOpen) => isOpen && body.current?.querySelector('input')?.focus({ preventScroll: true })}
      cancelText={t('common.cancel')}
      okText={count === 0 ? t('attachments.views.picker.addNone') : t('attachments.views.picker.add', { count })}
      okButtonProps={{ disabled: count > LIMITS.attachmentsMax || (count === 0 && props.chosen.length === 0) }}
      onOk={() => {
        props.onPick([...chosen.values()]);
        props.onClose();
      }}
    >
      <div ref={body} className="file-picker">
        <SearchField placeholder={t('attachments.views.picker.search')} word={word} onWord={setWord} />
        <div
          className="view-picker-list"
          role="group"
          aria-label={t('attachments.views.picker.title')}
          // The list scrolls, also by key.
          tabIndex={0}
        >
          {query.error !== null && <FailedState error={query.error} onRetry={() => void query.refetch()} />}
          {!query.data && query.error === null && <SkeletonLines lines={6} />}
          {query.data?.list.length === 0 && (
            <EmptyState
              icon="model"
              title={t(word === '' ? 'attachments.views.picker.empty' : 'attachments.views.picker.noMatch')}
            />
          )}
          {query.data?.list.map((view) => (
            <label key={view.id} className="view-tile" data-chosen={chosen.has(view.id)}>
              <input type="checkbox" checked={chosen.has(view.id)} onChange={() => toggle(view)} />
              <ViewTileContent view={view} projectId={projectId} />
            </label>
          ))}
        </div>
        {(query.data?.total ?? 0) > SHOWN && (
          <p className="attachments-none">{t('attachments.views.picker.more', { n: SHOWN })}</p>
        )}
        {count > LIMITS.attachmentsMax && (
          <p className="composer-problem" role="alert">
            {t('attachments.views.picker.full', { n: LIMITS.attachmentsMax })}
          </p>
        )}
      </div>
    </Modal>
  );
}
