import { useState, type KeyboardEvent } from 'react';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { LIMITS } from '@prdm/contract/limits';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import type { RunAct } from '../opinions.queries.ts';
import { useTextDraft } from '../use-opinion-draft.ts';
import { GradeChoice } from './grade-choice.tsx';

export type TextAct = 'reply' | 'keep' | 'edit';

/** The field of an answer, of a reason or of a changed text, in the row. Enter sends. A refusal stands below it. */
export function OpinionActField(props: { act: TextAct; row: OpinionRow; run: RunAct; onDone: () => void }) {
  const t = useT();
  const { act, row, run, onDone } = props;
  const [text, setText] = useTextDraft(`opinion-${act}-${row.id}`, act === 'edit' ? row.text : '');
  const [grade, setGrade] = useState(row.grade);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const label = t(`opinion-pages.act.${act}Label`, { no: row.no });
  const send = async () => {
    if (isSending) return;
    if (text.trim() === '') {
      setProblem(t('opinion-pages.act.required'));
      return;
    }
    setSending(true);
    try {
      await run(act, row, text, grade);
      setText('');
      onDone();
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method of Chinese takes Enter and Escape for itself.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onDone();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void send();
    }
  };
  return (
    <div className="opinion-act">
      {act === 'edit' && <GradeChoice value={grade} onChange={setGrade} />}
      <textarea
        className="opinion-text"
        rows={2}
        autoFocus
        value={text}
        maxLength={LIMITS.commentMax}
        aria-label={label}
        aria-invalid={problem !== null}
        placeholder={act === 'edit' ? label : t(`opinion-pages.act.${act}Placeholder`)}
        title={t('opinion-pages.act.hint')}
        onChange={({ target }) => {
          setText(target.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
      />
      {problem !== null && (
        <p className="opinion-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="opinion-acts">
        <button
          type="button"
          className="button button-small button-primary"
          disabled={isSending}
          onClick={() => void send()}
        >
          {t(act === 'reply' ? 'opinion-pages.act.send' : `opinion-pages.act.${act === 'keep' ? 'keep' : 'save'}`)}
        </button>
        <button type="button" className="button button-small" onClick={onDone}>
          {t('opinion-pages.act.cancel')}
        </button>
      </div>
    </div>
  );
}
