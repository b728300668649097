import { useSearchParams } from 'react-router';
import type { ProjectInfo } from '@prdm/contract/projects';
import { useT } from '../../../../lib/i18n.ts';
import { Segments } from '../../../../ui/controls/segments.tsx';
import { FIRST_INVITATION, useInvitations } from '../../partners/partners.queries.ts';
import { MembersTab } from '../members/members-tab.tsx';
import { StaffingMatrix } from './staffing-matrix.tsx';

type View = 'list' | 'staffing' | 'invitations';

/** The members of a project as a list, as the staffing matrix, and the invitations. The address holds the choice. */
export function MembersViews({ project }: { project: ProjectInfo }) {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const mayInvite = project.can.member;
  const invitations = useInvitations(project.id, FIRST_INVITATION, mayInvite).data;
  const options: { value: View; label: string; count?: number | undefined }[] = [
    { value: 'list', label: t('projects.staffing.list') },
    { value: 'staffing', label: t('projects.staffing.title') },
    ...(mayInvite ? [{ value: 'invitations' as const, label: t('partners.list'), count: invitations?.total }] : []),
  ];
  const shown = options.find(({ value }) => value === address.get('view'))?.value ?? 'list';
  const show = (view: View) =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      // Each view has its own search and pages.
      for (const name of ['word', 'page', 'view']) next.delete(name);
      if (view !== 'list') next.set('view', view);
      return next;
    });
  return (
    <div className="members-views">
      <div className="members-choice">
        <Segments label={t('projects.staffing.view')} value={shown} options={options} onChange={show} />
      </div>
      <div className="members-shown">
        {shown === 'staffing' ? (
          <StaffingMatrix project={project} />
        ) : (
          <MembersTab key={shown} project={project} shows={shown === 'list' ? 'members' : 'invitations'} />
        )}
      </div>
    </div>
  );
}
