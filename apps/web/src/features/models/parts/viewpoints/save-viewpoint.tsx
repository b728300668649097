import { useEffect, useRef, useState } from 'react';
import type { Viewer } from '@prdm/viewer';
import { LIMITS } from '@prdm/contract/limits';
import { CallError } from '../../../../lib/api/call.ts';
import { useT } from '../../../../lib/i18n.ts';
import type { ModelInfo } from '../../models.queries.ts';
import { useLocked } from '../use-locked.ts';
import { useSaveView } from './use-save-view.ts';

/** View requested from the menu of a component, under a name that the user may change. */
export interface ViewDraft {
  readonly name: string;
}

/** Saves the present view under a name. A draft fills the field with its name and focuses it. */
export function SaveViewpoint(props: { viewer: Viewer; model: ModelInfo; draft: ViewDraft | null }) {
  const { viewer, model, draft } = props;
  const t = useT();
  const saveView = useSaveView(model);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, run] = useLocked();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (draft === null) return;
    setName(draft.name);
    setProblem(null);
    field.current?.focus();
  }, [draft]);
  const save = async () => {
    if (name.trim() === '') {
      setProblem(t('viewer.viewpoints.nameRequired'));
      return;
    }
    try {
      await saveView(viewer, name);
      setName('');
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
    }
  };
  return (
    <form
      className="model-save"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <input
        ref={field}
        className="model-search"
        value={name}
        maxLength={LIMITS.nameMax}
        placeholder={t('viewer.viewpoints.namePlaceholder')}
        aria-label={t('viewer.viewpoints.name')}
        aria-invalid={problem !== null}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(null);
        }}
      />
      <button type="submit" className="button button-primary" disabled={isSaving}>
        {t('viewer.viewpoints.save')}
      </button>
      {problem !== null && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
