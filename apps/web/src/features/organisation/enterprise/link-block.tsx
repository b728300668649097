import { isWebAddress } from '@prdm/contract/kit/checks';
import { ENTERPRISE_MAX } from '@prdm/contract/organisation/enterprise';
import { useT } from '../../../lib/i18n.ts';
import { SettingBlock } from '../../../ui/settings/setting-block.tsx';
import { useBlock } from '../../../ui/settings/use-block.ts';
import { useEditEnterprise, type EnterpriseInfo } from './enterprise.queries.ts';
import { TextRow } from './text-row.tsx';

const LINKS = ['oa_url', 'review_url', 'help_url'] as const;
type Link = (typeof LINKS)[number];

/** The links of the top bar and of the help menu. */
export function LinkBlock({ info }: { info: EnterpriseInfo }) {
  const t = useT();
  const { mutateAsync: send } = useEditEnterprise();
  const { oa_url, review_url, help_url, fallback, version } = info;
  const edit = useBlock({ oa_url, review_url, help_url }, (values) => send({ ...values, version }));
  const isWrong = (name: Link) => edit.values[name].trim() !== '' && !isWebAddress(edit.values[name].trim());
  const noteOf = (name: Link): string | undefined => {
    if (edit.values[name].trim() !== '') return undefined;
    if (fallback[name] !== '') return t('enterprise.fallback', { value: fallback[name] });
    return t(name === 'help_url' ? 'enterprise.fallbackManual' : 'enterprise.fallbackNone');
  };
  const row = (name: Link, words: 'oa' | 'review' | 'help') => (
    <TextRow
      edit={edit}
      name={name}
      max={ENTERPRISE_MAX.link}
      type="url"
      label={t(`enterprise.links.${words}`)}
      text={t(`enterprise.links.${words}Text`)}
      placeholder="https://"
      note={noteOf(name)}
    />
  );
  return (
    <SettingBlock
      title={t('enterprise.links.title')}
      text={t('enterprise.links.text')}
      edit={edit}
      problem={LINKS.some(isWrong) ? t('enterprise.problems.link') : null}
    >
      {row('oa_url', 'oa')}
      {row('review_url', 'review')}
      {row('help_url', 'help')}
    </SettingBlock>
  );
}
