import { ProjectFiles } from '../features/files/parts/project-files.tsx';
import { ProjectModels } from '../features/models/parts/list/project-models.tsx';
import ProjectDetailPage from '../features/projects/pages/project-detail-page.tsx';
import { ProjectWork } from '../features/tasks/parts/project/project-work.tsx';

const SLOTS = {
  Work: ProjectWork,
  latest: [
    { key: 'models', Panel: ProjectModels },
    { key: 'files', Panel: ProjectFiles },
  ],
};

/** The page of a project, with parts from tasks, files and models. */
export default function ProjectDetail() {
  return <ProjectDetailPage slots={SLOTS} />;
}
