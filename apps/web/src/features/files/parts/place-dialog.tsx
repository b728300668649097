import { Modal } from 'antd';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { ProjectPicker, useProject } from '../../projects/index.ts';
import { idsOf, tellFailed, useCopy, useMove, type FileEntry } from '../files.queries.ts';
import { FolderTree } from './folder-tree.tsx';
import './place-dialog.css';

export type PlaceVerb = 'move' | 'copy';

interface PlaceProps {
  readonly verb: PlaceVerb;
  readonly entries: readonly FileEntry[];
  readonly projectId: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Where entries shall go: a folder of the project, for copies of any project. */
export function PlaceDialog({ verb, entries, projectId, onClose, onDone }: PlaceProps) {
  const t = useT();
  const [project, setProject] = useState(projectId);
  const [pid, setPid] = useState<number | null>(null);
  const { name } = useProject(project);
  const { run, isBusy } = usePlacing(verb, entries);
  const { folder_ids: folders } = idsOf(entries);
  const [first] = entries;
  return (
    <Modal
      open
      title={t(`files.${verb}Title`, { n: entries.length, name: first?.name })}
      width={480}
      style={{ maxWidth: '96%' }}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
      cancelText={t('common.cancel')}
      okText={t(`files.${verb}Here`)}
      okButtonProps={{ disabled: pid === null }}
      confirmLoading={isBusy}
      onOk={async () => {
        if (pid === null || !(await run(pid))) return;
        onDone();
        onClose();
      }}
    >
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
          closed={verb === 'move' ? folders : []}
          onOpen={setPid}
        />
      </div>
    </Modal>
  );
}

/** Moves or copies; true when it is done. What was moved can be moved back. */
function usePlacing(verb: PlaceVerb, entries: readonly FileEntry[]) {
  const t = useT();
  const [move, copy] = [useMove(), useCopy()];
  const ids = idsOf(entries);
  const from = new Set(entries.map((entry) => entry.pid));
  const [old] = from;
  const moveTo = (pid: number) =>
    move.mutateAsync({ ...ids, pid }).then(
      () => true,
      () => false, // told by the mutation
    );
  const run = async (pid: number): Promise<boolean> => {
    const n = entries.length;
    if (verb === 'move') {
      if (!(await moveTo(pid))) return false;
      const undo =
        from.size === 1 && old !== null && old !== undefined
          ? { label: t('common.undo'), run: () => void moveTo(old) }
          : undefined;
      toast.success(t('files.moved', { n }), undo);
      return true;
    }
    try {
      await copy.mutateAsync({ ...ids, pid });
    } catch (error) {
      tellFailed('files.copyFailed', error);
      return false;
    }
    toast.success(t('files.copied', { n }));
    return true;
  };
  return { run, isBusy: move.isPending || copy.isPending };
}
