import { ENTERPRISE_MAX } from '@prdm/contract/organisation/enterprise';
import { LANGS, useT } from '../../../lib/i18n.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { SettingBlock, SettingRow } from '../../../ui/settings/setting-block.tsx';
import { useBlock } from '../../../ui/settings/use-block.ts';
import { useEditEnterprise, type EnterpriseInfo } from './enterprise.queries.ts';
import { LogoField } from './logo-field.tsx';
import { TextRow } from './text-row.tsx';

/** Logo, page title, language and top bar. */
export function LookBlock({ info }: { info: EnterpriseInfo }) {
  const t = useT();
  const { mutateAsync: send } = useEditEnterprise();
  const { logo, title, default_lang, fixed_header, fallback, version } = info;
  const edit = useBlock({ logo, title, default_lang, fixed_header }, ({ logo: chosen, ...values }) =>
    send({ ...values, ...(chosen === logo ? {} : { logo: chosen }), version }),
  );
  const { values } = edit;
  return (
    <SettingBlock title={t('enterprise.look.title')} text={t('enterprise.look.text')} edit={edit}>
      <SettingRow control="enterprise-logo" label={t('enterprise.look.logo')} text={t('enterprise.look.logoText')}>
        <LogoField id="enterprise-logo" value={values.logo} onChange={(url) => edit.set('logo', url)} />
      </SettingRow>
      <TextRow
        edit={edit}
        name="title"
        max={ENTERPRISE_MAX.title}
        label={t('enterprise.look.pageTitle')}
        text={t('enterprise.look.pageTitleText')}
        placeholder={fallback.title}
        note={values.title.trim() === '' ? t('enterprise.fallback', { value: fallback.title }) : undefined}
      />
      <SettingRow
        control="enterprise-default-lang"
        label={t('enterprise.look.language')}
        text={t('enterprise.look.languageText')}
      >
        <Select
          id="enterprise-default-lang"
          value={values.default_lang}
          options={LANGS.map((lang) => ({ value: lang, label: t(`shell.languages.${lang}`) }))}
          onChange={(lang: EnterpriseInfo['default_lang']) => edit.set('default_lang', lang)}
        />
      </SettingRow>
      <SettingRow
        control="enterprise-fixed-header"
        label={t('enterprise.look.fixedHeader')}
        text={t('enterprise.look.fixedHeaderText')}
      >
        <span className="check setting-checks">
          <input
            id="enterprise-fixed-header"
            type="checkbox"
            checked={values.fixed_header}
            aria-describedby="enterprise-fixed-header-text"
            onChange={({ target }) => edit.set('fixed_header', target.checked)}
          />
        </span>
      </SettingRow>
    </SettingBlock>
  );
}
