import ProfilePage from '../features/identity/pages/profile-page.tsx';
import { NoticeMailSection } from '../features/notices/parts/mail-section.tsx';
import { DelegationSection } from '../features/processes/delegations/delegation-section.tsx';
import { useSession } from '../lib/session/session.ts';

/** My profile, with the delegation of reviews and the e-mails of notices that the identity feature does not know. */
export default function Profile() {
  const isSystem = useSession(({ me }) => me?.is_system === true);
  const more = isSystem ? null : (
    <>
      <DelegationSection />
      <NoticeMailSection />
    </>
  );
  return <ProfilePage delegation={more} />;
}
