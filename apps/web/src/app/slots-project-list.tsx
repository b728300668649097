import ProjectListPage from '../features/projects/pages/project-list-page.tsx';
import { ProjectProgress, ProjectsProgress } from '../features/tasks/parts/project/project-progress.tsx';

const SLOTS = { Rows: ProjectsProgress, Cell: ProjectProgress };

/** The list of projects, with the task progress of each. */
export default function ProjectList() {
  return <ProjectListPage slots={SLOTS} />;
}
