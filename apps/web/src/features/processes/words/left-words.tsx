import { useState } from 'react';
import type { ProcessView } from '@prdm/contract/processes/review';
import { useT } from '../../../lib/i18n.ts';
import { dropWords, storedWords } from './decision-draft.ts';
import { leftBy } from './unused-seat.ts';
import './left-words.css';

/** The words that the reader typed before the review left the reader, with the reason, so that they can be copied. */
export function LeftWords({ process }: { process: ProcessView }) {
  const processId = process.process_id;
  const t = useT();
  const [words, setWords] = useState(() => storedWords(processId));
  if (words === null) return null;
  return (
    <p className="notice-line left-words" role="alert">
      <span className="decision-told">
        {t(`processes.decide.left.${leftBy(process, words.assignmentId)}`)} {t('processes.decide.leftWords')}
      </span>
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
