import { Suspense, useState } from 'react';
import type { ProjectInfo } from '@prdm/contract/projects';
import { useT } from '../../../lib/i18n.ts';
import { MapDialog } from '../../map/index.ts';

/** The position of the project, and the map that shows it. */
export function ProjectPlace({ project }: { project: Pick<ProjectInfo, 'location' | 'datum' | 'address'> }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <span className="tabular">{project.location}</span>{' '}
      <button type="button" className="link-button" onClick={() => setOpen(true)}>
        {t('projects.place.show')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <MapDialog readOnly place={project} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
