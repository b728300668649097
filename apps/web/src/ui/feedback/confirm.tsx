import { create } from 'zustand';
import { useT } from '../../lib/i18n.ts';
import { Box } from '../box.tsx';
import '../look/plain.css';

export interface Question {
  readonly title: string;
  readonly text?: string;
  /** The verb on the button: "delete", never "OK". */
  readonly verb: string;
  readonly danger?: boolean;
  /** The other button, where "cancel" could be taken for what is asked about: "go on writing". */
  readonly stay?: string;
  /** A second way to go on, where the question can be meant in two ways: it does this, then the answer is yes as well. */
  readonly also?: { readonly verb: string; readonly run: () => void };
  /** Resolves when there is nothing to ask about any more: the answer is yes then. */
  readonly moot?: Promise<void>;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const useQuestions = create<{ asked: Asked | null }>(() => ({ asked: null }));

/**
 * Asks before what cannot be undone or reaches others: `if (!(await confirm({ title, verb: t('x.delete'), danger: true }))) return;`
 * What can be undone is done at once, with a toast that offers the way back.
 */
export function confirm(question: Question): Promise<boolean> {
  useQuestions.getState().asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean): void => {
      useQuestions.setState({ asked: null });
      resolve(yes);
    };
    useQuestions.setState({ asked: { ...question, answer } });
    void question.moot?.then(() => {
      if (useQuestions.getState().asked?.answer === answer) answer(true);
    });
  });
}

/** Draws the question that was asked last; stands once, in the providers. */
export function ConfirmHost() {
  const t = useT();
  const asked = useQuestions((state) => state.asked);
  if (asked === null) return null;
  return (
    <Box
      key={asked.title}
      title={asked.title}
      onClose={() => asked.answer(false)}
      actions={
        <>
          <button type="button" className="button" onClick={() => asked.answer(false)}>
            {asked.stay ?? t('common.cancel')}
          </button>
          {asked.also && (
            <button
              type="button"
              className="button"
              onClick={() => {
                asked.also?.run();
                asked.answer(true);
              }}
            >
              {asked.also.verb}
            </button>
          )}
          <button
            type="button"
            className={`button ${asked.danger ? 'button-danger' : 'button-primary'}`}
            onClick={() => asked.answer(true)}
          >
            {asked.verb}
          </button>
        </>
      }
    >
      {asked.text}
    </Box>
  );
}
