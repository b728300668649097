import ProfilePage from '../features/identity/pages/profile-page.tsx';
import { useSession } from '../lib/session/session.ts';
import { DelegationSection } from '../features/processes/delegations/delegation-section.tsx';

/** My profile, with the delegation of reviews that the identity feature does not know. */
export default function Profile() {
  const isSystem = useSession(({ me }) => me?.is_system === true);
  return <ProfilePage delegation={isSystem ? null : <DelegationSection />} />;
}
