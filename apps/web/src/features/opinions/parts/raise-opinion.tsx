import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../../lib/i18n.ts';
import { KeyCaps } from '../../../ui/controls/key-caps.tsx';
import type { ModelPlace } from '../../processes/index.ts';
import { gradeOfKey, type OpinionDraft } from '../opinions.logic.ts';
import { useRaiseForm, type Problem } from '../use-raise.ts';
import { useRaiseKey } from '../use-raise-key.ts';
import { GradeChoice } from './grade-choice.tsx';

interface RoundFile {
  readonly id: number;
  readonly name: string;
}

/**
 * The line that raises an opinion: text, grade, place. Enter sends, Shift+Enter starts a new line, Alt+1, 2, 3 choose
 * the grade. It opens with the first focus.
 */
export function RaiseOpinion(props: {
  processId: number;
  draftName: string;
  /** Files of the round, which a place can name. */
  files?: readonly RoundFile[];
  /** The place on the open model, in words, and the function that stores the view. */
  model?: { readonly words: string; readonly take: () => Promise<ModelPlace> };
  hasKey?: boolean;
  /** Further ways to a place, at the end of the form. */
  children?: ReactNode;
}) {
  const t = useT();
  const { processId, draftName, files = [], model, hasKey = false } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRaiseForm({
    processId,
    draftName,
    fileIds: files.map(({ id }) => id),
    takePlace: model?.take,
  });
  const { draft, change, problem } = form;
  const [isUsed, setUsed] = useState(draft.text !== '');
  useRaiseKey(field, hasKey);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const grade = event.altKey ? gradeOfKey(event.code.replace('Digit', '')) : null;
    if (grade !== null) {
      event.preventDefault();
      change({ grade });
    } else if (event.key === 'Escape') {
      event.preventDefault();
      field.current?.blur();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.repeat) {
      event.preventDefault();
      void form.send();
    }
  };
  const isOpen = isUsed || model !== undefined;
  return (
    <div className="raise" data-open={isOpen}>
      <div className="raise-line">
        <textarea
          ref={field}
          className="opinion-text"
          rows={isOpen ? 2 : 1}
          value={draft.text}
          maxLength={LIMITS.commentMax}
          aria-label={t('opinion-pages.raise.text')}
          aria-invalid={problem?.field === 'text'}
          placeholder={t('opinion-pages.raise.placeholder')}
          onFocus={() => setUsed(true)}
          onChange={({ target }) => change({ text: target.value })}
          onKeyDown={onKeyDown}
        />
        {!isOpen && hasKey && (
          <span className="raise-key" aria-hidden="true">
            <KeyCaps keys="o" />
          </span>
        )}
      </div>
      <Refusal problem={problem} field="text" />
      {isOpen && (
        <>
          <div className="raise-row">
            <GradeChoice value={draft.grade} onChange={(grade) => change({ grade })} />
          </div>
          {model === undefined ? (
            <PlaceChoice draft={draft} files={files} change={change} onEnter={onKeyDown} problem={problem} />
          ) : (
            <p className="opinion-fact" aria-label={t('opinion-pages.model.placeLabel')}>
              {model.words}
            </p>
          )}
          <Refusal problem={problem} field="place" />
          <div className="raise-row">
            <button
              type="button"
              className="button button-small button-primary"
              disabled={form.isSending}
              onClick={() => void form.send()}
            >
              {t('opinion-pages.raise.send')}
            </button>
            {props.children}
          </div>
        </>
      )}
      <p className="opinion-fact raise-sent" role="status">
        {form.sentNo !== null && t('opinion-pages.raise.sent', { no: form.sentNo })}
      </p>
    </div>
  );
}

function Refusal({ problem, field }: { problem: Problem | null; field: Problem['field'] }) {
  if (problem?.field !== field) return null;
  return (
    <p className="opinion-problem" role="alert">
      {problem.message}
    </p>
  );
}

/** The place in words, or a file of the round with an optional page. */
function PlaceChoice(props: {
  draft: OpinionDraft;
  files: readonly RoundFile[];
  change: (part: Partial<OpinionDraft>) => void;
  onEnter: (event: KeyboardEvent) => void;
  problem: Problem | null;
}) {
  const t = useT();
  const group = useId();
  const { draft, files, change, onEnter, problem } = props;
  const file = files.find(({ id }) => id === draft.place);
  const isWrong = problem?.field === 'place';
  return (
    <div className="raise-row">
      {files.length > 0 && (
        <select
          id={group}
          className="opinion-control raise-place"
          aria-label={t('opinion-pages.raise.where')}
          value={file === undefined ? 'text' : String(file.id)}
          onChange={({ target }) =>
            change({ place: files.find(({ id }) => String(id) === target.value)?.id ?? 'text' })
          }
        >
          <option value="text">{t('opinion-pages.raise.inWords')}</option>
          <optgroup label={t('opinion-pages.raise.roundFiles')}>
            {files.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      )}
      {file === undefined ? (
        <input
          className="opinion-control raise-location"
          value={draft.location}
          maxLength={LIMITS.titleMax}
          aria-label={t('opinion-pages.raise.locationLabel')}
          aria-invalid={isWrong}
          placeholder={t('opinion-pages.raise.location')}
          onChange={({ target }) => change({ location: target.value })}
          onKeyDown={onEnter}
        />
      ) : (
        <input
          className="opinion-control raise-page tabular"
          inputMode="numeric"
          value={draft.page}
          maxLength={6}
          aria-label={t('opinion-pages.raise.pageLabel')}
          aria-invalid={isWrong}
          placeholder={t('opinion-pages.raise.page')}
          onChange={({ target }) => change({ page: target.value })}
          onKeyDown={onEnter}
        />
      )}
    </div>
  );
}
