import { useT } from '../../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { SettingsPage } from '../../../ui/settings/settings-page.tsx';
import { useEnterprise } from '../enterprise/enterprise.queries.ts';
import { LinkBlock } from '../enterprise/link-block.tsx';
import { LookBlock } from '../enterprise/look-block.tsx';
import { NameBlock } from '../enterprise/name-block.tsx';
import { UseBlock } from '../enterprise/use-block.tsx';
import '../enterprise/enterprise.css';

/** /company/enterprise: the record of the enterprise, its look and links, and the use of its limits. */
export default function EnterprisePage() {
  const t = useT();
  const { data, error, refetch } = useEnterprise();
  return (
    <SettingsPage title={t('enterprise.titles.enterprise')} intro={t('enterprise.intro')}>
      {data === undefined ? (
        error === null ? (
          <SkeletonLines lines={8} />
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <NameBlock info={data} />
          <LookBlock info={data} />
          <LinkBlock info={data} />
          <UseBlock info={data} />
        </>
      )}
    </SettingsPage>
  );
}
