import { useMemo, useState } from 'react';
import type { FolderRight } from '@prdm/contract/status';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { useFolderInfo, useTree } from '../files.queries.ts';
import { MoreButton, useMenuEntry } from './entry-menu.tsx';
import './folder-tree.css';

interface TreeProps {
  readonly projectId: number;
  /** Name of the root. */
  readonly rootName: string;
  readonly open: number | null;
  /** The folders down to the open one. They are expanded. */
  readonly path?: readonly number[];
  /** Folders that cannot be chosen, including all folders below them. */
  readonly closed?: readonly number[];
  /** The right needed to choose a folder. A folder without it can only be expanded. */
  readonly needs?: FolderRight;
  readonly onOpen: (id: number) => void;
}

interface Folder {
  readonly id: number;
  readonly name: string;
  readonly has_children: boolean;
  /** The rights of the reader. Absent until they are loaded. */
  readonly can?: Readonly<Record<FolderRight, boolean>>;
}

/** The folders of the project, loaded level by level. The open one is marked. */
export function FolderTree(props: TreeProps) {
  const t = useT();
  const { data } = useTree(props.projectId, null);
  const { data: root } = useFolderInfo(props.projectId, props.needs === undefined ? 0 : (data?.pid ?? 0));
  if (!data) return <nav className="folder-tree" aria-label={t('files.tree')} aria-busy="true" />;
  return (
    <nav className="folder-tree" aria-label={t('files.tree')}>
      <ul className="folder-branch">
        <li>
          <Line
            {...props}
            folder={{ id: data.pid, name: props.rootName, has_children: false, can: root?.can }}
            depth={0}
            isRoot
          />
          <ul className="folder-branch">
            {data.list.map((folder) => (
              <Node key={folder.id} {...props} folder={folder} pid={data.pid} depth={0} />
            ))}
          </ul>
        </li>
      </ul>
    </nav>
  );
}

function Node({ folder, pid, depth, ...props }: TreeProps & { folder: Folder; pid: number; depth: number }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isClosed = props.closed?.includes(folder.id) === true;
  const isOpen = !isClosed && folder.has_children && (chosen ?? props.path?.slice(0, -1).includes(folder.id) === true);
  const { data } = useTree(props.projectId, folder.id, isOpen);
  return (
    <li>
      <Line {...props} folder={folder} pid={pid} depth={depth} isOpen={isOpen} onToggle={() => setChosen(!isOpen)} />
      {isOpen && (
        <ul className="folder-branch">
          {data?.list.map((below) => (
            <Node key={below.id} {...props} folder={below} pid={folder.id} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** `pid` is the parent folder. The root has no parent and no menu. */
function Line({
  folder,
  pid,
  depth,
  isOpen = false,
  isRoot = false,
  onToggle,
  ...props
}: TreeProps & {
  folder: Folder;
  pid?: number;
  depth: number;
  isOpen?: boolean;
  isRoot?: boolean;
  onToggle?: () => void;
}) {
  const t = useT();
  const isHere = folder.id === props.open;
  const isClosed = props.closed?.includes(folder.id) === true;
  const isRefused = props.needs !== undefined && folder.can?.[props.needs] !== true;
  const why =
    !isClosed && isRefused && folder.can && props.needs
      ? t('files.noRight', { right: t(`files.rights.name.${props.needs}`) })
      : null;
  const { id, name, can } = folder;
  const menuKey = useMenuEntry(
    useMemo(
      () => (pid === undefined || can === undefined ? null : { kind: 'folder' as const, id, pid, name, can }),
      [id, pid, name, can],
    ),
  );
  return (
    <div className="folder-node" data-open={isHere} data-row-key={menuKey} style={{ paddingLeft: 4 + depth * 14 }}>
      {!isRoot && (
        <button
          type="button"
          className="folder-arrow"
          hidden={!folder.has_children || isClosed}
          aria-label={t(isOpen ? 'files.closeFolder' : 'files.openFolder', { name: folder.name })}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
        </button>
      )}
      <button
        type="button"
        className="folder-name"
        aria-current={isHere ? 'page' : undefined}
        disabled={isClosed || isRefused}
        title={folder.name}
        onClick={() => props.onOpen(folder.id)}
      >
        <Icon name={isRoot ? 'project' : 'folder'} size={14} />
        <span className="ellipsis">{folder.name}</span>
        {why !== null && <span className="folder-why">{why}</span>}
      </button>
      {menuKey !== undefined && <MoreButton name={name} rowKey={menuKey} />}
    </div>
  );
}
