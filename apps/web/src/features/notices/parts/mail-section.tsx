import { useState } from 'react';
import { NOTICE_WAYS, type NoticeSettings, type NoticeWay } from '@prdm/contract/identity/notice-settings';
import { NOTICE_TYPES } from '@prdm/contract/status';
import { showFailure } from '../../../lib/api/query-client.ts';
import { LANGS, useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useEditMailSettings, useMailSettings } from '../mail-settings.queries.ts';
import './mail-section.css';

/** Which notices the reader also gets by e-mail. A section of the profile. */
export function NoticeMailSection() {
  const t = useT();
  const { data, error, refetch } = useMailSettings();
  return (
    <section className="profile-section" aria-label={t('notice-mail.section.title')}>
      <h2>{t('notice-mail.section.title')}</h2>
      <p className="field-hint">{t('notice-mail.section.hint')}</p>
      {data === undefined && error === null && <SkeletonLines lines={4} />}
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <MailForm key={data.version} settings={data} reload={() => void refetch()} />}
    </section>
  );
}

function MailForm({ settings, reload }: { settings: NoticeSettings; reload: () => void }) {
  const t = useT();
  const [ways, setWays] = useState(settings.ways);
  const [language, setLanguage] = useState(settings.language);
  const edit = useEditMailSettings();
  const save = async () => {
    try {
      await edit.mutateAsync({ ways, language, version: settings.version });
      toast.success(t('notice-mail.section.saved'));
    } catch (error) {
      showFailure(error);
      reload();
    }
  };
  return (
    <form
      className="mail-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {!settings.mail ? (
        <p className="mail-note">{t('notice-mail.section.off')}</p>
      ) : settings.email === '' ? (
        <p className="mail-note">{t('notice-mail.section.noEmail')}</p>
      ) : (
        <p className="field-hint">{t('notice-mail.section.to', { email: settings.email })}</p>
      )}
      <div className="mail-kinds">
        {NOTICE_TYPES.filter((type) => type !== 'output').map((type) => (
          <label key={type}>
            <span>{t(`shell.notices.types.${type}`)}</span>
            <select
              value={ways[type]}
              onChange={({ target }) => setWays({ ...ways, [type]: target.value as NoticeWay })}
            >
              {NOTICE_WAYS.map((way) => (
                <option key={way} value={way}>
                  {t(`notice-mail.ways.${way}`)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label>
          <span>{t('notice-mail.section.language')}</span>
          <select value={language} onChange={({ target }) => setLanguage(target.value as typeof language)}>
            {LANGS.map((one) => (
              <option key={one} value={one} lang={one}>
                {t(`shell.languages.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="field-hint">{t('notice-mail.section.digestHint')}</p>
      <button type="submit" className="button" disabled={edit.isPending}>
        {t('notice-mail.section.save')}
      </button>
    </form>
  );
}
