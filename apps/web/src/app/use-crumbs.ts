import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useOpenRecord } from '../lib/record-title.ts';
import { useT } from '../lib/i18n.ts';
import { useMay } from '../lib/session/access.ts';
import { crumbsOf, type Crumb } from './crumbs.ts';
import { firstCompanyPage, sectionOf } from './shell/menu-model.ts';
import { useOpenProject } from './shell/use-project-name.ts';
import { useFrameTitle, useRouteHandle } from './titles.ts';

/** The crumb of the open page. */
export function useCrumbs(): Crumb[] {
  const t = useT();
  const { pathname } = useLocation();
  const handle = useRouteHandle();
  const record = useOpenRecord();
  const project = useOpenProject(sectionOf(pathname) === 'file');
  const companyStart = firstCompanyPage(useMay());
  const page = handle === null ? '' : t(handle.titleKey);
  return crumbsOf({ pathname, page, project, record, companyStart, say: t });
}

/** Sets the browser title from the crumb while the frame shows. */
export function useCrumbTitle(crumbs: readonly Crumb[]): void {
  const title = crumbs
    .map(({ label }) => label)
    .toReversed()
    .join(' - ');
  useEffect(() => {
    useFrameTitle.setState({ title });
  }, [title]);
  useEffect(() => () => useFrameTitle.setState({ title: null }), []);
}
