import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { projectPath, DETAIL_PATH } from '../../features/projects/addresses.ts';
import { useAppState } from '../../lib/app-state.ts';
import { projectInAddress } from '../../lib/project-id.ts';
import { useNamedRecord } from '../../lib/record-title.ts';
import { sectionOf } from '../shell/menu-model.ts';
import { keepRecent } from '../../lib/recents.ts';

/** Keeps the records that the reader opens: the project of the page, and the record in it. */
export function useRecentRecords(): void {
  const { pathname, search } = useLocation();
  const project = useAppState((state) => state.project);
  const named = useNamedRecord();
  const isInside = pathname === DETAIL_PATH || sectionOf(pathname) === 'file';
  const isOpen = isInside && project !== null && projectInAddress(pathname, search) === project.id;
  const [id, name] = isOpen ? [project.id, project.name] : [0, ''];
  useEffect(() => {
    if (id > 0) keepRecent({ kind: 'project', id, name, to: projectPath(id), place: '' });
  }, [id, name]);
  useEffect(() => {
    if (named === null || named.record === null) return;
    const { record } = named;
    const place = record.projectId === project?.id ? (project?.name ?? '') : '';
    keepRecent({ kind: record.kind, id: record.id, name: named.name, to: record.to, place });
  }, [named, project]);
}
