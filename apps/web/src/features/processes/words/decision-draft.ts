import { useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../../../ui/form/drafts.ts';

/** The words of a decision, with the assignment for which they were written. */
interface Words {
  readonly text: string;
  readonly assignmentId: number;
}

const nameOf = (processId: number): string => `decide-${processId}`;

/** The unsent words of a review, or null. */
export function storedWords(processId: number): Words | null {
  const { text, assignmentId } = readDraft(nameOf(processId)) ?? {};
  return typeof text === 'string' && text !== '' && typeof assignmentId === 'number' ? { text, assignmentId } : null;
}

export const dropWords = (processId: number): void => dropDraft(nameOf(processId));

/** Words of a decision that stay when another review opens, when the page reloads, and when a colleague decides first. */
export function useDecisionWords(processId: number, assignmentId: number): [Words, (text: string) => void] {
  const [words, setWords] = useState<Words>(() => storedWords(processId) ?? { text: '', assignmentId });
  return [
    words,
    (text) => {
      setWords({ text, assignmentId });
      if (text === '') dropWords(processId);
      else writeDraft(nameOf(processId), { text, assignmentId });
    },
  ];
}

/** Name of the draft of an opinion that is typed beside the decision. */
export const opinionDraft = (processId: number): string => `opinion-${processId}`;

/** True while a typed opinion is not sent. */
export function hasUnsentOpinion(processId: number): boolean {
  const text = readDraft(opinionDraft(processId))?.text;
  return typeof text === 'string' && text.trim() !== '';
}
