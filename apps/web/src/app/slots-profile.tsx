import ProfilePage from '../features/identity/pages/profile-page.tsx';
import { DelegationSection } from '../features/processes/delegations/delegation-section.tsx';

/** My profile, with the delegation of reviews that the identity feature does not know. */
export default function Profile() {
  return <ProfilePage delegation={<DelegationSection />} />;
}
