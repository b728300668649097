import { useT } from '../../../lib/i18n.ts';
import { LinkTabs } from '../../../ui/controls/link-tabs.tsx';
import { LIST_PATH, NON_PROJECTS_PATH } from '../addresses.ts';

/** Projects and non-projects stand beside each other on one page. */
export function ListTabs({ current }: { current: 'projects' | 'nonProjects' }) {
  const t = useT();
  return (
    <LinkTabs
      label={t('non-projects.tabs.label')}
      current={current}
      tabs={[
        { key: 'projects', label: t('non-projects.tabs.projects'), to: LIST_PATH },
        { key: 'nonProjects', label: t('non-projects.tabs.nonProjects'), to: NON_PROJECTS_PATH },
      ]}
    />
  );
}
