import { useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../../ui/form/drafts.ts';
import type { Named } from './comments.logic.ts';

export interface CommentDraft {
  readonly text: string;
  /** People chosen in the list. The text decides which of them it still mentions. */
  readonly chosen: readonly Named[];
  readonly pictures: readonly string[];
}

const EMPTY: CommentDraft = { text: '', chosen: [], pictures: [] };

/** The unsent comment of a record. It survives the closing of the drawer. Without a name nothing is stored. */
export function useCommentDraft(
  name: string | null,
  initial: CommentDraft = EMPTY,
): [CommentDraft, (change: Partial<CommentDraft>) => void, () => void] {
  const [draft, setDraft] = useState<CommentDraft>(() => ({
    ...initial,
    ...(name === null ? {} : (readDraft(name) as Partial<CommentDraft> | null)),
  }));
  const change = (part: Partial<CommentDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...part };
      if (name !== null) {
        if (next.text === '' && next.pictures.length === 0) dropDraft(name);
        else writeDraft(name, { ...next });
      }
      return next;
    });
  const clear = () => {
    if (name !== null) dropDraft(name);
    setDraft(EMPTY);
  };
  return [draft, change, clear];
}
