import { StaffPicker } from '../../features/organisation/index.ts';
import LogPage from '../../features/audit/pages/log-page.tsx';

/** The action log with the picker of people, which the audit feature does not know. */
export default function ActionLog() {
  return <LogPage PersonPicker={StaffPicker} />;
}
