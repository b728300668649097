import { useState } from 'react';
import { CallError } from '../../lib/api/call-error.ts';
import { translate } from '../../lib/i18n.ts';
import type { ModelPlace } from '../processes/index.ts';
import { fieldOf, placeFields } from './opinions.logic.ts';
import { useRaise } from './opinions.queries.ts';
import { useOpinionDraft } from './use-opinion-draft.ts';

export interface Problem {
  readonly field: 'text' | 'place';
  readonly message: string;
}

/**
 * The unsent opinion of a process and its sending. A refusal keeps it and stands at its field.
 * @param takePlace the place on the open model; without it the draft names the place
 */
export function useRaiseForm(props: {
  processId: number;
  draftName: string;
  fileIds: readonly number[];
  takePlace: (() => Promise<ModelPlace>) | undefined;
}) {
  const { processId, draftName, fileIds, takePlace } = props;
  const { draft, change, clear } = useOpinionDraft(draftName);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sentNo, setSentNo] = useState<number | null>(null);
  const [isSending, setSending] = useState(false);
  const raise = useRaise();
  const send = async () => {
    if (isSending) return;
    setSentNo(null);
    if (draft.text.trim() === '') {
      setProblem({ field: 'text', message: translate('opinion-pages.raise.textRequired') });
      return;
    }
    setSending(true);
    setProblem(null);
    try {
      const place = takePlace === undefined ? placeFields(draft, fileIds) : await takePlace();
      const { no } = await raise.mutateAsync({
        process_id: processId,
        grade: draft.grade,
        text: draft.text,
        ...place,
      });
      clear(draft.text);
      setSentNo(no);
    } catch (error) {
      const isCall = error instanceof CallError;
      setProblem({ field: fieldOf(isCall ? error.field : null), message: isCall ? error.msg : String(error) });
    } finally {
      setSending(false);
    }
  };
  return {
    draft,
    change: (part: Parameters<typeof change>[0]) => {
      change(part);
      setProblem(null);
    },
    problem,
    sentNo,
    isSending,
    send,
  };
}
