import { Modal } from 'antd';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { ProjectPicker, useProject } from '../../projects/index.ts';
import { FolderTree } from './folder-tree.tsx';
import { STILL } from '../../../ui/still.ts';
import { useFocusBack } from '../../../ui/use-focus-back.ts';
import './place-dialog.css';

export type PlaceVerb = 'move' | 'copy' | 'restore';

interface PlaceProps {
  readonly verb: PlaceVerb;
  readonly entries: readonly { readonly name: string }[];
  /** Reason for the question when the user did not request it. */
  readonly why?: string;
  readonly projectId: number;
  /** Folders that cannot be chosen, including all folders below them. */
  readonly closed?: readonly number[];
  /** Puts the entries into the chosen folder. Resolves to false after a refusal; the user may choose another folder. */
  readonly onPlace: (pid: number) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for the target folder of entries in the project. Copies may go to any project. */
export function PlaceDialog({ verb, entries, why, projectId, closed = [], onPlace, onClose }: PlaceProps) {
  const t = useT();
  useFocusBack();
  const [project, setProject] = useState(projectId);
  const [pid, setPid] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { name } = useProject(project);
  const place = async (folder: number) => {
    setBusy(true);
    const isDone = await onPlace(folder);
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Modal
      open
      {...STILL}
      title={t(`files.${verb}Title`, { count: entries.length, name: entries[0]?.name })}
      width={480}
      style={{ maxWidth: '96%' }}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={{ 'aria-label': t('common.close') }}
      onCancel={onClose}
      cancelText={t('common.cancel')}
      okText={t(`files.${verb}Here`)}
      okButtonProps={{ disabled: pid === null }}
      confirmLoading={isBusy}
      onOk={() => (pid === null ? undefined : place(pid))}
    >
      {why !== undefined && (
        <p className="notice-line" data-kind="info">
          {why}
        </p>
      )}
      {verb === 'copy' && (
        <ProjectPicker
          aria-label={t('files.toProject')}
          value={project}
          onChange={(id) => {
            setProject(id ?? projectId);
            setPid(null);
          }}
        />
      )}
      <div className="place-tree">
        <FolderTree
          key={project}
          projectId={project}
          rootName={name}
          open={pid}
          closed={closed}
          needs="create"
          onOpen={setPid}
        />
      </div>
    </Modal>
  );
}
