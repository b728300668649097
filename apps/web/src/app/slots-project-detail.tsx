import { ProjectFiles } from '../features/files/parts/project-files.tsx';
import { ProjectModels } from '../features/models/parts/list/project-models.tsx';
import ProjectDetailPage from '../features/projects/pages/project-detail-page.tsx';
import { ProjectWork } from '../features/tasks/parts/project/project-work.tsx';
import { useProjectId } from '../lib/project-id.ts';
import { useSections, useWhereIn } from './project-frame.tsx';

const SLOTS = {
  Work: ProjectWork,
  latest: [
    { key: 'models', Panel: ProjectModels },
    { key: 'files', Panel: ProjectFiles },
  ],
};

/** A project with its frame, and with what its tasks, files and models show of it. */
export default function ProjectDetail() {
  const sections = useSections(useProjectId() ?? 0);
  return <ProjectDetailPage slots={SLOTS} sections={sections} whereIn={useWhereIn()} />;
}
