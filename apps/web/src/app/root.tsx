import { Outlet, useRouteError } from 'react-router';
import { SessionEndedBox } from './session-ended-box.tsx';
import { LeaveGate } from '../ui/records/leave-guard.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { usePageTitle } from './titles.ts';
import { FailurePage } from './error-pages/failure-page.tsx';
import { GuardStop } from './guard.ts';

/** Around every page: title, short messages, the session-expired box. */
export function Root() {
  usePageTitle();
  return (
    <>
      <Outlet />
      <LeaveGate />
      <SessionEndedBox />
      <Toasts />
    </>
  );
}

/** What is left when the page itself could not be drawn or the guard could neither go on nor elsewhere. */
export function RootFailure() {
  const error = useRouteError();
  if (error instanceof GuardStop && error.message === '') return null;
  return (
    <>
      <FailurePage error={error} />
      <Toasts />
    </>
  );
}
