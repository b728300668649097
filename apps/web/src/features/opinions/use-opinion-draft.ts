import { useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../../ui/form/drafts.ts';
import { draftOf, EMPTY_DRAFT, type OpinionDraft } from './opinions.logic.ts';

/** An unsent opinion. It stays when the panel closes or the sending fails. */
export function useOpinionDraft(name: string) {
  const [draft, setDraft] = useState<OpinionDraft>(() => draftOf(readDraft(name)));
  const store = (next: OpinionDraft) => {
    if (next.text === '' && next.location === '') dropDraft(name);
    else writeDraft(name, { ...next });
    return next;
  };
  return {
    draft,
    change: (part: Partial<OpinionDraft>) => setDraft((before) => store({ ...before, ...part })),
    /**
     * After sending. A file stays chosen, because the next opinion often concerns the same drawing. Words that were
     * typed meanwhile stay too.
     */
    clear: (sent: string) =>
      setDraft(({ place, text }) =>
        store({ ...EMPTY_DRAFT, place, text: text.startsWith(sent) ? text.slice(sent.length).trimStart() : text }),
      ),
  };
}

/** The unsent text of a change of a row. */
export function useTextDraft(name: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    const stored = readDraft(name)?.text;
    return typeof stored === 'string' ? stored : initial;
  });
  return [
    text,
    (next) => {
      setText(next);
      if (next === '' || next === initial) dropDraft(name);
      else writeDraft(name, { text: next });
    },
  ];
}
