import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useTree } from '../files.queries.ts';

interface TreeProps {
  readonly projectId: number;
  readonly open: number | null;
  readonly onOpen: (id: number) => void;
}

/** The project's folders, opened step by step; the open one is marked. */
export function FolderTree(props: TreeProps) {
  const t = useT();
  return (
    <nav className="folder-tree" aria-label={t('files.tree')}>
      <Branch {...props} pid={null} depth={0} />
    </nav>
  );
}

function Branch({ pid, depth, ...props }: TreeProps & { pid: number | null; depth: number }) {
  const { data } = useTree(props.projectId, pid);
  return (
    <ul className="folder-branch">
      {data?.list.map((folder) => (
        <Node key={folder.id} {...props} folder={folder} depth={depth} />
      ))}
    </ul>
  );
}

function Node({
  folder,
  depth,
  ...props
}: TreeProps & { folder: { id: number; name: string; has_children: boolean }; depth: number }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className="folder-node" data-open={folder.id === props.open} style={{ paddingLeft: 4 + depth * 14 }}>
        <button
          type="button"
          className="model-tree-arrow"
          hidden={!folder.has_children}
          aria-label={t(isOpen ? 'files.closeFolder' : 'files.openFolder', { name: folder.name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
        </button>
        <button
          type="button"
          className="folder-name ellipsis"
          aria-current={folder.id === props.open ? 'page' : undefined}
          title={folder.name}
          onClick={() => props.onOpen(folder.id)}
        >
          {folder.name}
        </button>
      </div>
      {isOpen && <Branch {...props} pid={folder.id} depth={depth + 1} />}
    </li>
  );
}
