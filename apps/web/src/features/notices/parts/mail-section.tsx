import { useRef, useState } from 'react';
import { CODES } from '@prdm/contract/codes';
import { NOTICE_WAYS, type NoticeSettings } from '@prdm/contract/identity/notice-settings';
import { NOTICE_TYPES } from '@prdm/contract/status';
import { CallError } from '../../../lib/api/call-error.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { LANGS, useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { merge } from '../../../ui/form/merge.ts';
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
      {data !== undefined && <MailForm settings={data} reload={refetch} />}
    </section>
  );
}

interface Choice {
  readonly values: Readonly<Record<string, unknown>>;
  readonly version: number;
}

const choiceOf = ({ ways, language, version }: NoticeSettings): Choice => ({ values: { ...ways, language }, version });

/** The choice of the form until it is saved, with the stored choice that it changes. */
interface Edited {
  readonly values: Choice['values'];
  readonly base: Choice;
  /** Fields that were also changed elsewhere. */
  readonly clashes: readonly string[];
}

function MailForm({ settings, reload }: { settings: NoticeSettings; reload: () => Promise<unknown> }) {
  const t = useT();
  const latest = choiceOf(settings);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const edit = useEditMailSettings();
  const { values, base, clashes } = edited ?? { values: latest.values, base: latest, clashes: [] };
  const { language, ...ways } = values as Pick<NoticeSettings, 'language'> & NoticeSettings['ways'];
  const change = (name: string, value: unknown) =>
    setEdited({ values: { ...values, [name]: value }, base, clashes: clashes.filter((one) => one !== name) });
  const save = async () => {
    setRefused(null);
    try {
      await edit.mutateAsync({ ways, language, version: base.version });
      setEdited(null);
      toast.success(t('notice-mail.section.saved'));
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== CODES.conflict) {
        showFailure(error);
        return;
      }
      // The form keeps the values that it sent. The button for the latest appears once they are loaded.
      setEdited({ values, base, clashes });
      setRefused(error.msg);
      await reload();
    }
  };
  const takeLatest = () => {
    const merged = merge(base.values, values, latest.values);
    setEdited({ values: merged.values, base: latest, clashes: merged.clashes });
    setRefused(null);
    // The pressed button leaves the page.
    setTimeout(() => form.current?.querySelector<HTMLElement>('label[data-clash] select, select')?.focus());
  };
  const clashOf = (name: string) =>
    clashes.includes(name) && <small className="mail-note">{t('common.alsoChanged')}</small>;
  return (
    <form
      ref={form}
      className="mail-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {refused !== null && (
        <p className="notice-line" role="alert">
          <span style={{ flex: 1 }}>{refused}</span>
          {latest.version !== base.version && (
            <button type="button" className="link-button" onClick={takeLatest}>
              {t('common.takeLatest')}
            </button>
          )}
        </p>
      )}
      {!settings.mail ? (
        <p className="mail-note">{t('notice-mail.section.off')}</p>
      ) : settings.email === '' ? (
        <p className="mail-note">{t('notice-mail.section.noEmail')}</p>
      ) : (
        <p className="field-hint">{t('notice-mail.section.to', { email: settings.email })}</p>
      )}
      <div className="mail-kinds">
        {NOTICE_TYPES.filter((type) => type !== 'output').map((type) => (
          <label key={type} data-clash={clashes.includes(type) || undefined}>
            <span>
              {t(`shell.notices.types.${type}`)} {clashOf(type)}
            </span>
            <select value={ways[type]} onChange={({ target }) => change(type, target.value)}>
              {NOTICE_WAYS.map((way) => (
                <option key={way} value={way}>
                  {t(`notice-mail.ways.${way}`)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label data-clash={clashes.includes('language') || undefined}>
          <span>
            {t('notice-mail.section.language')} {clashOf('language')}
          </span>
          <select value={language} onChange={({ target }) => change('language', target.value)}>
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
