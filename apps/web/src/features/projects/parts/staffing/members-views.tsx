import { useSearchParams } from 'react-router';
import type { ProjectInfo } from '@prdm/contract/projects';
import { useT } from '../../../../lib/i18n.ts';
import { Segments } from '../../../../ui/controls/segments.tsx';
import { MembersTab } from '../members/members-tab.tsx';
import { StaffingMatrix } from './staffing-matrix.tsx';

const VIEWS = ['list', 'staffing'] as const;

/** The members of a project as a list, or as the staffing matrix. The address holds the choice. */
export function MembersViews({ project }: { project: ProjectInfo }) {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const shown = address.get('view') === 'staffing' ? 'staffing' : 'list';
  const show = (view: (typeof VIEWS)[number]) =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      if (view === 'list') next.delete('view');
      else next.set('view', view);
      return next;
    });
  return (
    <div className="members-views">
      <div className="members-choice">
        <Segments
          label={t('projects.staffing.view')}
          value={shown}
          options={VIEWS.map((value) => ({
            value,
            label: t(value === 'list' ? 'projects.staffing.list' : 'projects.staffing.title'),
          }))}
          onChange={show}
        />
      </div>
      <div className="members-shown">
        {shown === 'list' ? <MembersTab project={project} /> : <StaffingMatrix project={project} />}
      </div>
    </div>
  );
}
