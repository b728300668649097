import { create } from 'zustand';
import { useT } from '../../lib/i18n.ts';
import { Box } from '../box.tsx';
import '../look/plain.css';

export interface Question {
  readonly title: string;
  readonly text?: string;
  /** Text of the confirming button: a verb like "delete", never "OK". */
  readonly verb: string;
  readonly danger?: boolean;
  /** Text of the other button where "cancel" could mean the questioned action, e.g. "go on writing". */
  readonly stay?: string;
  /** A second confirming button for an ambiguous question. It calls `run`, then the answer is yes. */
  readonly also?: { readonly verb: string; readonly run: () => void };
  /** Resolves when the reason for the question is gone. The answer is then yes. */
  readonly moot?: Promise<void>;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const useQuestions = create<{ asked: Asked | null }>(() => ({ asked: null }));

/**
 * Asks before an action that cannot be undone or that affects other users:
 * `if (!(await confirm({ title, verb: t('x.delete'), danger: true }))) return;`
 * The result is true for yes. A later question answers an open one with no.
 * An action that can be undone runs at once. Its toast offers undo.
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

/** Shows the current question. Mounted once, in the providers. */
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
