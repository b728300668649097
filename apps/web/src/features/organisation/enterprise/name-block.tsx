import { LIMITS } from '@prdm/contract/limits';
import { creditCodeProblem } from '@prdm/contract/kit/checks';
import { useT } from '../../../lib/i18n.ts';
import { SettingBlock } from '../../../ui/settings/setting-block.tsx';
import { useBlock } from '../../../ui/settings/use-block.ts';
import { useEditEnterprise, type EnterpriseInfo } from './enterprise.queries.ts';
import { TextRow } from './text-row.tsx';

/** Names and contact data. */
export function NameBlock({ info }: { info: EnterpriseInfo }) {
  const t = useT();
  const { mutateAsync: send } = useEditEnterprise();
  const { name, short_name, phone, email, address, credit_code, version } = info;
  const edit = useBlock({ name, short_name, phone, email, address, credit_code }, (values) =>
    send({ ...values, version }),
  );
  const code = edit.values.credit_code.trim();
  const wrong = code === '' || code.length < 18 ? null : creditCodeProblem(code);
  const problem = edit.values.name.trim() === '' ? t('validation.required') : wrong === null ? null : t(wrong);
  return (
    <SettingBlock title={t('enterprise.names.title')} text={t('enterprise.names.text')} edit={edit} problem={problem}>
      <TextRow
        edit={edit}
        name="name"
        max={LIMITS.nameMax}
        label={t('enterprise.names.name')}
        text={t('enterprise.names.nameText')}
      />
      <TextRow
        edit={edit}
        name="short_name"
        max={50}
        label={t('enterprise.names.shortName')}
        text={t('enterprise.names.shortNameText')}
      />
      <TextRow
        edit={edit}
        name="phone"
        max={30}
        type="tel"
        label={t('enterprise.names.phone')}
        text={t('enterprise.names.phoneText')}
      />
      <TextRow
        edit={edit}
        name="email"
        max={254}
        type="email"
        label={t('enterprise.names.email')}
        text={t('enterprise.names.emailText')}
      />
      <TextRow
        edit={edit}
        name="address"
        max={200}
        label={t('enterprise.names.address')}
        text={t('enterprise.names.addressText')}
      />
      <TextRow
        edit={edit}
        name="credit_code"
        max={18}
        label={t('enterprise.names.creditCode')}
        text={t('enterprise.names.creditCodeText')}
      />
    </SettingBlock>
  );
}
