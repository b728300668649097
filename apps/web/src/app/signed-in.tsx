import { Navigate, Outlet } from 'react-router';
import { useMay } from '../lib/session/access.ts';
import { useSession } from '../lib/session/session.ts';
import { DENIED_PAGE } from './guard-rules.ts';
import { Providers } from './providers.tsx';
import { Shell } from './shell/shell.tsx';
import { SystemShell } from './shell/enterprise/system-shell.tsx';
import { firstCompanyPage } from './shell/menu-model.ts';

export { prepare } from './providers.tsx';

/** Layout for signed-in pages without the top bar: shares, previews, help. */
export function BareLayout() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  );
}

export function ShellLayout() {
  const isSystem = useSession(({ me }) => me?.is_system === true);
  return <Providers>{isSystem ? <SystemShell /> : <Shell />}</Providers>;
}

/** Redirects /company to the first of its pages that the user may open. */
export function CompanyStart() {
  const may = useMay();
  return <Navigate to={firstCompanyPage(may) ?? DENIED_PAGE} replace />;
}
