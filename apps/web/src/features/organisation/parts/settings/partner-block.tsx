import { PARTNER_INVITE, type EnterpriseSettings, type PartnerInvite } from '@prdm/contract/organisation/settings';
import { useT } from '../../../../lib/i18n.ts';
import { SettingBlock, SettingRow } from '../../../../ui/settings/setting-block.tsx';
import { useBlock } from '../../../../ui/settings/use-block.ts';
import { useEditSettings } from '../../settings.queries.ts';

/** The people who may invite partner companies into projects. */
export function PartnerBlock({ settings }: { settings: EnterpriseSettings }) {
  const t = useT();
  const { mutateAsync: send } = useEditSettings();
  const edit = useBlock<{ invite: PartnerInvite }>({ invite: settings.partner_invite }, ({ invite }) =>
    send({ partner_invite: invite, version: settings.version }),
  );
  return (
    <SettingBlock title={t('partners.setting.title')} text={t('partners.setting.text')} edit={edit}>
      <SettingRow label={t('partners.setting.who')} text={t('partners.setting.whoText')}>
        <span className="setting-checks">
          {PARTNER_INVITE.map((who) => (
            <label className="check" key={who}>
              <input
                type="radio"
                name="partner-invite"
                checked={edit.values.invite === who}
                onChange={() => edit.set('invite', who)}
              />
              {t(`partners.setting.${who}`)}
            </label>
          ))}
        </span>
      </SettingRow>
    </SettingBlock>
  );
}
