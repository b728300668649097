import { useT } from '../../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { SettingsPage } from '../../../ui/settings/settings-page.tsx';
import { KeyBlock, PasswordBlock } from '../parts/settings/sign-in-blocks.tsx';
import { PartnerBlock } from '../parts/settings/partner-block.tsx';
import { ApprovalBlock, NoticeBlock } from '../parts/settings/work-blocks.tsx';
import { useSettings } from '../settings.queries.ts';

/** /company/cfguser: the rules of the enterprise for passwords, approvals and notices. */
export default function UserSettingsPage() {
  const t = useT();
  const { data, error, refetch } = useSettings();
  return (
    <SettingsPage title={t('settings.titles.settings')} intro={t('settings.intro')}>
      {data === undefined ? (
        error === null ? (
          <SkeletonLines lines={8} />
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <PasswordBlock settings={data} />
          <ApprovalBlock settings={data} />
          <NoticeBlock settings={data} />
          <PartnerBlock settings={data} />
          <KeyBlock settings={data} />
        </>
      )}
    </SettingsPage>
  );
}
