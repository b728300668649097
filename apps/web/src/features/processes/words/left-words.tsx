import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { dropWords, storedWords } from './decision-draft.ts';

/** The words that the reader typed before a colleague decided, so that they can be copied. */
export function LeftWords({ processId }: { processId: number }) {
  const t = useT();
  const [words, setWords] = useState(() => storedWords(processId));
  if (words === null) return null;
  return (
    <p className="notice-line" role="alert">
      <span className="decision-told">{t('processes.decide.leftWords')}</span>
      <q className="stage-comment">{words.text}</q>
      <button
        type="button"
        className="link-button"
        onClick={() => {
          dropWords(processId);
          setWords(null);
        }}
      >
        {t('processes.decide.dropWords')}
      </button>
    </p>
  );
}
