import { useLocation } from 'react-router';
import { ProjectHead } from '../features/projects/parts/project-head.tsx';
import type { WhereIn } from '../features/projects/parts/project-switcher.tsx';
import { useConfirmedProject } from '../features/projects/use-confirmed-project.ts';
import { isProjectHome } from '../lib/app-state.ts';
import { useMay } from '../lib/session/access.ts';
import { useT } from '../lib/i18n.ts';
import { inProject } from '../lib/in-project.ts';
import { useProjectId } from '../lib/project-id.ts';
import type { LinkTab } from '../ui/controls/link-tabs.tsx';
import { sameSection, sectionsOf } from './shell/same-section.ts';

/** The head of the project above the pages of the file section. */
export function ProjectFrame() {
  const project = useConfirmedProject(useProjectId() ?? 0);
  return <ProjectHead project={project} part={null} whereIn={useWhereIn()} />;
}

/** Where the switcher leads from the present page. */
export function useWhereIn(): WhereIn {
  const may = useMay();
  const { pathname, search } = useLocation();
  return (id) => sameSection({ pathname, search }, id, { may, context: { projectHome: isProjectHome() } });
}

/** The entries of the side menu as tabs, for the page of a project. It has no side menu. */
export function useSections(projectId: number): LinkTab[] {
  const t = useT();
  const may = useMay();
  return sectionsOf(projectId, { may, context: { projectHome: isProjectHome() } }).map(({ path, labelKey }) => ({
    key: path,
    label: t(labelKey),
    to: inProject(path, projectId),
    away: true,
  }));
}
