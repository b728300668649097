import type { ReactNode } from 'react';
import { HTML_LANG, LANGS, setLanguage, useLang, useT } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Logo } from '../../../ui/look/logo.tsx';
import '../../../ui/look/plain.css';
import './plain-frame.css';

/** The frame of the pages before sign-in: product name, card, language. */
export function PlainFrame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const t = useT();
  const product = useSession(({ settings }) => settings?.title) ?? t('shell.fixedTitles.product');
  const logo = useSession(({ settings }) => settings?.logo) ?? '';
  return (
    <div className="plain-page">
      <header className="plain-top">
        <span className="plain-product">
          {logo === '' ? <Logo size={24} /> : <img className="plain-logo" src={logo} alt="" width={24} height={24} />}
          {product}
        </span>
        <LanguageChoice />
      </header>
      <main className="plain-card">
        <h1 className="plain-title">{title}</h1>
        {lead && <p className="plain-lead">{lead}</p>}
        <div className="plain-content">{children}</div>
      </main>
    </div>
  );
}

function LanguageChoice() {
  const t = useT();
  const lang = useLang();
  return (
    <div className="plain-languages" role="group" aria-label={t('login.language')}>
      {LANGS.map((entry) => (
        <button
          key={entry}
          type="button"
          lang={HTML_LANG[entry]}
          aria-pressed={entry === lang}
          onClick={() => void setLanguage(entry)}
        >
          {t(`shell.languages.${entry}`)}
        </button>
      ))}
    </div>
  );
}
