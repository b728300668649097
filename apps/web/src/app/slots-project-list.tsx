import { useSearchParams } from 'react-router';
import NonProjectListPage from '../features/projects/non-projects/pages/non-project-list-page.tsx';
import ProjectListPage from '../features/projects/pages/project-list-page.tsx';
import { ProjectProgress, ProjectsProgress } from '../features/tasks/parts/project/project-progress.tsx';

const SLOTS = { Rows: ProjectsProgress, Cell: ProjectProgress };

/** The list of projects, with the task progress of each, and the list of non-projects beside it. */
export default function ProjectList() {
  const [address] = useSearchParams();
  return address.get('tab') === 'non-projects' ? <NonProjectListPage /> : <ProjectListPage slots={SLOTS} />;
}
