import { userSetting } from '@prdm/contract/me';
import { NOTIFY_WAYS, type NotifyWay } from '@prdm/contract/status';
import { useApiQuery } from '../../../lib/api/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { Select } from '../../../ui/controls/select.tsx';

/** Form field for the ways of notice of a task. Without a choice, a new task takes those that the enterprise has set. */
export function NotifyWayPicker(props: {
  isNew: boolean;
  id?: string;
  value?: readonly NotifyWay[];
  onChange?: (ways: NotifyWay[]) => void;
  onBlur?: () => void;
}) {
  const t = useT();
  const { data } = useApiQuery(userSetting, { name: 'base_setting' });
  const label = (way: NotifyWay): string => t(`settings.notice.way.${way}`);
  const usual = (data?.task_notify_way ?? []).map(label).join(t('settings.approval.comma'));
  return (
    <Select<NotifyWay[]>
      id={props.id}
      mode="multiple"
      value={props.value === undefined ? undefined : [...props.value]}
      options={NOTIFY_WAYS.map((way) => ({ value: way, label: label(way) }))}
      placeholder={!props.isNew || usual === '' ? undefined : t('settings.notice.usual', { ways: usual })}
      onChange={(ways) => props.onChange?.(ways)}
      onBlur={props.onBlur}
      allowClear
      style={{ width: '100%' }}
    />
  );
}
