import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { CODES } from '@prdm/contract/codes';
import type { ImportCalls, ImportOutcome, ImportUndone } from '@prdm/contract/kit/sheet-import';
import { call, callWithFiles, CallError } from '../../lib/api/call.ts';
import { domainOf } from '../../lib/api/queries.ts';

export type ImportStep =
  | { readonly at: 'choose' }
  | { readonly at: 'checking' | 'importing' | 'undoing' }
  | { readonly at: 'checked'; readonly outcome: ImportOutcome }
  | { readonly at: 'done'; readonly outcome: ImportOutcome }
  | { readonly at: 'undone'; readonly result: ImportUndone };

export interface ImportState {
  readonly step: ImportStep;
  readonly file: File | null;
  /** A refusal, in the reader's language. The dialog stays. */
  readonly problem: string | null;
  /** The data changed since the check, so the same file can be checked again. */
  readonly isStale: boolean;
}

const START: ImportState = { step: { at: 'choose' }, file: null, problem: null, isStale: false };

/** The steps of one import: choose, check, import, undo. A refusal returns to the step before and shows its message. */
export function useImport(calls: ImportCalls, refresh: readonly string[]) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>(START);
  /** A newer file ends the answer of an older one. */
  const turn = useRef(0);

  const reload = () =>
    Promise.all(
      [domainOf(calls.run.path), ...refresh].map((domain) => client.invalidateQueries({ queryKey: [domain] })),
    );

  async function run(file: File, at: ImportStep, digest: string | null, before: ImportStep): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    setState({ step: at, file, problem: null, isStale: false });
    const form = new FormData();
    // Text parts come first: the server reads them before the file.
    if (digest !== null) form.append('digest', digest);
    form.append('file', file, file.name);
    try {
      const outcome = await callWithFiles(calls.run, {}, form);
      if (digest !== null) void reload();
      if (mine === turn.current)
        setState({ step: { at: digest === null ? 'checked' : 'done', outcome }, file, problem: null, isStale: false });
    } catch (error) {
      if (mine === turn.current) setState({ step: before, file, ...problemOf(error) });
    }
  }

  return {
    ...state,
    check: (file: File) => run(file, { at: 'checking' }, null, { at: 'choose' }),
    recheck: () => (state.file ? run(state.file, { at: 'checking' }, null, state.step) : Promise.resolve()),
    importRows: (outcome: ImportOutcome) =>
      state.file ? run(state.file, { at: 'importing' }, outcome.digest, state.step) : Promise.resolve(),
    /** Undoes an import: the one just made, or an earlier one. */
    async undo(importId: number): Promise<void> {
      setState({ ...state, step: { at: 'undoing' }, problem: null });
      try {
        const result = await call(calls.undo, { id: importId });
        void reload();
        setState({ ...state, step: { at: 'undone', result }, problem: null });
      } catch (error) {
        setState({ ...state, ...problemOf(error) });
      }
    },
    restart: () => setState(START),
  };
}
export type ImportRun = ReturnType<typeof useImport>;

function problemOf(error: unknown): Pick<ImportState, 'problem' | 'isStale'> {
  if (!(error instanceof Error)) throw error;
  return { problem: error.message, isStale: error instanceof CallError && error.code === CODES.conflict };
}
