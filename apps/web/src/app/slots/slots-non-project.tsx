import { ProjectFiles } from '../../features/files/parts/project-files.tsx';
import NonProjectDetailPage from '../../features/projects/non-projects/pages/non-project-detail-page.tsx';
import { ProjectWork } from '../../features/tasks/parts/project/project-work.tsx';
import { useProjectId } from '../../lib/project-id.ts';
import { useSections, useWhereIn } from '../project-frame.tsx';

const SLOTS = { Work: ProjectWork, latest: [{ key: 'files', Panel: ProjectFiles }] };

/** A non-project with its frame, and with what its tasks and files show of it. */
export default function NonProjectDetail() {
  const sections = useSections(useProjectId() ?? 0);
  return <NonProjectDetailPage slots={SLOTS} sections={sections} whereIn={useWhereIn()} />;
}
