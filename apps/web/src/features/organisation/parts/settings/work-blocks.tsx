import type { EnterpriseSettings } from '@prdm/contract/organisation/settings';
import { NOTIFY_WAYS, type NotifyWay } from '@prdm/contract/status';
import { useT } from '../../../../lib/i18n.ts';
import { SettingBlock, SettingRow } from '../../../../ui/settings/setting-block.tsx';
import { useBlock } from '../../../../ui/settings/use-block.ts';
import { useEditSettings } from '../../settings.queries.ts';
import { StaffPicker } from '../staff-picker.tsx';

/** Repeated approvers, and the people who decide where no rule finds an approver. */
export function ApprovalBlock({ settings }: { settings: EnterpriseSettings }) {
  const t = useT();
  const { mutateAsync: send } = useEditSettings();
  const { fallback_approvers: chosen, fallback_default: chiefs, version } = settings;
  const edit = useBlock({ skip: settings.skip_repeated, ids: chosen.map(({ id }) => id) }, ({ skip, ids }) =>
    send({ skip_repeated: skip, fallback_approver_ids: ids, version }),
  );
  const { skip, ids } = edit.values;
  const named = (people: readonly { name: string }[]) =>
    people.map(({ name }) => name).join(t('settings.approval.comma'));
  const inactive = chosen.filter(({ id, status }) => ids.includes(id) && status !== 'active');
  return (
    <SettingBlock title={t('settings.approval.title')} text={t('settings.approval.text')} edit={edit}>
      <SettingRow control="skip-repeated" label={t('settings.approval.skip')} text={t('settings.approval.skipText')}>
        <span className="check setting-checks">
          <input
            id="skip-repeated"
            type="checkbox"
            checked={skip}
            aria-describedby="skip-repeated-text"
            onChange={(event) => edit.set('skip', event.target.checked)}
          />
        </span>
      </SettingRow>
      <SettingRow
        control="fallback-approvers"
        label={t('settings.approval.fallback')}
        text={t('settings.approval.fallbackText')}
        note={
          ids.length === 0
            ? t('settings.approval.fallbackNone', { names: named(chiefs) })
            : inactive.length > 0
              ? t('settings.approval.inactive', { names: named(inactive) })
              : undefined
        }
      >
        <StaffPicker
          multiple
          id="fallback-approvers"
          known={chosen}
          value={ids}
          placeholder={t('settings.approval.fallbackPlaceholder')}
          onChange={(next) => edit.set('ids', next)}
        />
      </SettingRow>
    </SettingBlock>
  );
}

/** Ways of notice of new tasks. */
export function NoticeBlock({ settings }: { settings: EnterpriseSettings }) {
  const t = useT();
  const { mutateAsync: send } = useEditSettings();
  const inOrder = (ways: readonly NotifyWay[]) => NOTIFY_WAYS.filter((way) => ways.includes(way));
  const edit = useBlock({ ways: inOrder(settings.task_notify_way) }, ({ ways }) =>
    send({ task_notify_way: ways, version: settings.version }),
  );
  const { ways } = edit.values;
  return (
    <SettingBlock
      title={t('settings.notice.title')}
      text={t('settings.notice.text')}
      edit={edit}
      problem={ways.length === 0 ? t('settings.notice.none') : null}
    >
      <SettingRow
        label={t('settings.notice.ways')}
        text={t('settings.notice.waysText')}
        note={ways.includes('email') ? t('settings.notice.mailNote') : undefined}
      >
        <span className="setting-checks">
          {NOTIFY_WAYS.map((way) => (
            <label className="check" key={way}>
              <input
                type="checkbox"
                checked={ways.includes(way)}
                onChange={(event) =>
                  edit.set('ways', inOrder(event.target.checked ? [...ways, way] : ways.filter((each) => each !== way)))
                }
              />
              {t(`settings.notice.way.${way}`)}
            </label>
          ))}
        </span>
      </SettingRow>
    </SettingBlock>
  );
}
