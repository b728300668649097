import { Outlet, useRouteError } from 'react-router';
import { SessionEndedBox } from './session-ended-box.tsx';
import { LeaveGate } from '../ui/records/leave-guard.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { usePageTitle } from './titles.ts';
import { FailurePage } from './error-pages/failure-page.tsx';
import { GuardStop } from './guard.ts';

/** Wraps every page: title, toasts, session-expired box. */
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

/** Replaces a page that cannot be drawn, or that the guard can neither open nor redirect. */
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
