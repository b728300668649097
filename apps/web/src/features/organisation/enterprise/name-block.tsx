import { creditCodeProblem } from '@prdm/contract/kit/checks';
import { ENTERPRISE_MAX } from '@prdm/contract/organisation/enterprise';
import { useT } from '../../../lib/i18n.ts';
import { SettingBlock } from '../../../ui/settings/setting-block.tsx';
import { useBlock } from '../../../ui/settings/use-block.ts';
import { useEditEnterprise, type EnterpriseInfo } from './enterprise.queries.ts';
import { TextRow } from './text-row.tsx';

const ROWS = [
  { name: 'name', words: 'name' },
  { name: 'short_name', words: 'shortName' },
  { name: 'phone', words: 'phone', type: 'tel' },
  { name: 'email', words: 'email', type: 'email' },
  { name: 'address', words: 'address' },
  { name: 'credit_code', words: 'creditCode' },
] as const;

/** Names and contact data. */
export function NameBlock({ info }: { info: EnterpriseInfo }) {
  const t = useT();
  const { mutateAsync: send } = useEditEnterprise();
  const { name, short_name, phone, email, address, credit_code, version } = info;
  const edit = useBlock({ name, short_name, phone, email, address, credit_code }, (values) =>
    send({ ...values, version }),
  );
  const code = edit.values.credit_code.trim();
  const wrong = code.length < ENTERPRISE_MAX.credit_code ? null : creditCodeProblem(code);
  const problem = edit.values.name.trim() === '' ? t('validation.required') : wrong === null ? null : t(wrong);
  return (
    <SettingBlock title={t('enterprise.names.title')} text={t('enterprise.names.text')} edit={edit} problem={problem}>
      {ROWS.map(({ name: field, words, ...more }) => (
        <TextRow
          key={field}
          edit={edit}
          name={field}
          max={ENTERPRISE_MAX[field]}
          label={t(`enterprise.names.${words}`)}
          text={t(`enterprise.names.${words}Text`)}
          {...more}
        />
      ))}
    </SettingBlock>
  );
}
