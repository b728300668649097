import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { Lang } from '@prdm/locales';
import { useLang, useT } from '../../../lib/i18n.ts';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { chapterPath, MANUAL, searchManual, type Chapter } from '../manual.logic.ts';
import { ManualText } from '../parts/manual-text.tsx';
import './manual-page.css';

/** The manual as the build packs it (vite/manual.ts), one file for each language. */
const MANUALS: Record<Lang, () => Promise<{ default: readonly Chapter[] }>> = {
  zh: () => import('virtual:manual/zh'),
  en: () => import('virtual:manual/en'),
  tw: () => import('virtual:manual/tw'),
};

/** The user manual: the chapters at the left, one open chapter, and a search over all chapters. */
export default function ManualPage() {
  const t = useT();
  const lang = useLang();
  const { '*': slug = '' } = useParams();
  const [typed, setTyped] = useState('');
  const word = useDeferredValue(typed);
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['manual', lang],
    queryFn: async () => (await MANUALS[lang]()).default,
    staleTime: Infinity,
  });
  const at = data === undefined ? -1 : slug === '' ? 0 : data.findIndex((chapter) => chapter.slug === slug);
  const chapter = data?.[at];
  const isSearching = word.trim() !== '';
  return (
    <div className="manual">
      <header className="manual-head">
        <h1>
          <Link to={MANUAL}>{t('help.manual.title')}</Link>
        </h1>
        <input
          className="input"
          type="search"
          aria-label={t('help.manual.search')}
          placeholder={t('help.manual.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            const [first] = searchManual(data ?? [], typed);
            if (first === undefined) return;
            setTyped('');
            void navigate(first.to);
          }}
        />
        <nav className="manual-ways" aria-label={t('help.manual.title')}>
          <Link to="/help/api">{t('help.manual.api')}</Link>
          <Link to="/home">{t('help.manual.home')}</Link>
        </nav>
      </header>
      <div className="manual-body" data-searching={isSearching}>
        {data !== undefined && (
          <Contents chapters={data} open={isSearching ? undefined : chapter} onGo={() => setTyped('')} />
        )}
        <main className="manual-text">
          {data === undefined && error === null && <SkeletonLines lines={12} />}
          {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
          {data !== undefined && isSearching && <Found chapters={data} word={word} onGo={() => setTyped('')} />}
          {data !== undefined && !isSearching && chapter === undefined && (
            <EmptyState icon="info" title={t('help.manual.unknown')}>
              <Link className="button" to={MANUAL}>
                {t('help.manual.toStart')}
              </Link>
            </EmptyState>
          )}
          {data !== undefined && !isSearching && chapter !== undefined && (
            <Open key={chapter.slug} chapter={chapter} before={data[at - 1]} after={data[at + 1]} />
          )}
        </main>
      </div>
    </div>
  );
}

function Contents(props: { chapters: readonly Chapter[]; open: Chapter | undefined; onGo: () => void }) {
  const t = useT();
  return (
    <nav className="manual-contents" aria-label={t('help.manual.chapters')}>
      <ol>
        {props.chapters.map((chapter) => (
          <li key={chapter.slug}>
            <Link
              to={chapterPath(chapter.slug)}
              aria-current={chapter === props.open ? 'page' : undefined}
              onClick={props.onGo}
            >
              {chapter.title}
            </Link>
            {chapter === props.open && (
              <ol>
                {chapter.blocks.map(
                  (block) =>
                    block.kind === 'heading' &&
                    block.level === 2 && (
                      <li key={block.id}>
                        <Link to={`${chapterPath(chapter.slug)}#${block.id}`} onClick={props.onGo}>
                          {block.text}
                        </Link>
                      </li>
                    ),
                )}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Open({ chapter, before, after }: { chapter: Chapter; before?: Chapter; after?: Chapter }) {
  const t = useT();
  const { hash, key, pathname } = useLocation();
  const article = useRef<HTMLElement>(null);
  // The router only changes the address. The page scrolls to the section itself, also on a second click of the same
  // link.
  useEffect(() => {
    // On a phone the contents are above the text. A reader who opens the manual starts with them.
    if (hash === '' && pathname === MANUAL) return;
    const section =
      hash === '' ? article.current : article.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`);
    section?.scrollIntoView({ block: 'start' });
  }, [hash, key, pathname]);
  return (
    <article ref={article}>
      <h1>{chapter.title}</h1>
      <ManualText blocks={chapter.blocks} />
      <footer className="manual-turn">
        {before && (
          <Link to={chapterPath(before.slug)} rel="prev">
            <span>{t('help.manual.previous')}</span> {before.title}
          </Link>
        )}
        {after && (
          <Link to={chapterPath(after.slug)} rel="next">
            <span>{t('help.manual.next')}</span> {after.title}
          </Link>
        )}
      </footer>
    </article>
  );
}

function Found({ chapters, word, onGo }: { chapters: readonly Chapter[]; word: string; onGo: () => void }) {
  const t = useT();
  const places = searchManual(chapters, word);
  if (places.length === 0) return <EmptyState icon="search" title={t('help.manual.none')} />;
  return (
    <>
      <p className="manual-count" aria-live="polite">
        {t('help.manual.found', { n: places.length, count: places.length })}
      </p>
      <ul className="manual-found">
        {places.map((place) => (
          <li key={place.to}>
            <Link to={place.to} onClick={onGo}>
              <strong>{place.heading}</strong>
              {place.heading !== place.chapter && <span className="manual-where">{place.chapter}</span>}
              <span className="manual-line">{place.line}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
