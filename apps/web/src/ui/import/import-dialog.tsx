import { useRef, useState, type ReactNode } from 'react';
import { XLSX } from '@prdm/contract/kit';
import type { ImportCalls, ImportOutcome, ImportSecrets, ImportUndone } from '@prdm/contract/kit/sheet-import';
import { LIMITS } from '@prdm/contract/limits';
import { showFailure } from '../../lib/api/query-client.ts';
import { fetchBytes } from '../../lib/bytes.ts';
import { number } from '../../lib/format.ts';
import { useT } from '../../lib/i18n.ts';
import { saveAs } from '../../lib/save-as.ts';
import { Box } from '../box.tsx';
import { confirm } from '../feedback/confirm.tsx';
import { Icon } from '../look/icon.tsx';
import { ACCEPTED, writtenBy } from './import.logic.ts';
import { ImportRows } from './import-rows.tsx';
import { LastImport } from './last-import.tsx';
import { useImport, type ImportRun } from './use-import.ts';
import './import.css';

export interface ImportProps {
  readonly calls: ImportCalls;
  /** The imported records in the reader's language, for example "Positions". */
  readonly noun: string;
  /** Domains whose answers become stale, besides the domain of the calls. */
  readonly refresh?: readonly string[];
}

/** Imports a spreadsheet: choose a file, look at the fate of each row, import, undo. */
export function ImportDialog({ calls, noun, refresh = [], onClose }: ImportProps & { readonly onClose: () => void }) {
  const t = useT();
  const run = useImport(calls, refresh);
  const { step } = run;
  const isBusy = step.at === 'checking' || step.at === 'importing' || step.at === 'undoing';
  const [isSaved, setSaved] = useState(false);
  const close = async () => {
    // An import that has begun is shown to its end.
    if (step.at === 'importing' || step.at === 'undoing') return;
    const isLost = step.at === 'done' && step.outcome.secrets !== null && !isSaved;
    const text = { title: t('sheets.dialog.loseTitle'), text: t('sheets.dialog.loseText') };
    if (isLost && !(await confirm({ ...text, verb: t('sheets.dialog.lose'), danger: true }))) return;
    onClose();
  };
  return (
    <Box
      title={t('sheets.dialog.title', { noun: noun.toLowerCase() })}
      width="min(960px, calc(100% - 32px))"
      isWide
      onClose={() => void close()}
      actions={
        <>
          <button
            type="button"
            className="button"
            disabled={isBusy && step.at !== 'checking'}
            onClick={() => void close()}
          >
            {step.at === 'done' || step.at === 'undone' ? t('common.close') : t('common.cancel')}
          </button>
          <StepActions run={run} />
        </>
      }
    >
      <div className="import" data-busy={isBusy}>
        {run.problem !== null && (
          <p className="import-problem" role="alert">
            <Icon name="warning" />
            <span>{run.problem}</span>
            {run.isStale && (
              <button type="button" className="button button-small" onClick={() => void run.recheck()}>
                {t('sheets.dialog.recheck')}
              </button>
            )}
          </p>
        )}
        {(step.at === 'choose' || step.at === 'checked') && (
          <FileChoice run={run} isSmall={step.at === 'checked'}>
            {step.at === 'choose' && <TemplateLink calls={calls} noun={noun} />}
          </FileChoice>
        )}
        {step.at === 'choose' && <LastImport calls={calls} onUndo={(id) => void run.undo(id)} />}
        <div role="status">
          {isBusy && <p className="import-busy">{t(`sheets.dialog.${step.at}`)}</p>}
          {step.at === 'checked' && <Checked outcome={step.outcome} />}
          {step.at === 'done' && <Done outcome={step.outcome} onSave={() => setSaved(true)} />}
          {step.at === 'undone' && <Undone result={step.result} />}
        </div>
        {step.at === 'checked' && <ImportRows key={step.outcome.digest} outcome={step.outcome} />}
      </div>
    </Box>
  );
}

function StepActions({ run }: { run: ImportRun }) {
  const t = useT();
  const { step } = run;
  if (step.at === 'checked') {
    const count = writtenBy(step.outcome);
    return (
      <button
        type="button"
        className="button button-primary"
        disabled={count === 0}
        onClick={() => void run.importRows(step.outcome)}
      >
        {count === 0 ? t('sheets.dialog.nothing') : t('sheets.dialog.run', { count, n: number(count) })}
      </button>
    );
  }
  const made = step.at === 'done' ? step.outcome.import_id : null;
  if (made !== null)
    return (
      <button type="button" className="button" onClick={() => void run.undo(made)}>
        <Icon name="undo" />
        {t('sheets.dialog.undo')}
      </button>
    );
  if (step.at === 'undone')
    return (
      <button type="button" className="button" onClick={run.restart}>
        {t('sheets.dialog.another')}
      </button>
    );
  return null;
}

/** A place to drop a file, and a button to choose one. */
function FileChoice({ run, isSmall, children }: { run: ImportRun; isSmall: boolean; children: ReactNode }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) void run.check(file);
  };
  return (
    <div
      className="import-drop"
      data-over={isOver}
      data-small={isSmall}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      {run.file === null ? (
        <p>{t('sheets.dialog.drop', { n: number(LIMITS.importMax) })}</p>
      ) : (
        <p className="import-file">
          <Icon name="fileTable" />
          {run.file.name}
        </p>
      )}
      <div className="import-choose">
        <button type="button" className="button" onClick={() => input.current?.click()}>
          <Icon name="upload" />
          {t(run.file === null ? 'sheets.dialog.choose' : 'sheets.dialog.chooseOther')}
        </button>
        {children}
      </div>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={t('sheets.dialog.choose')}
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again after a correction.
          event.target.value = '';
        }}
      />
    </div>
  );
}

function TemplateLink({ calls, noun }: Pick<ImportProps, 'calls' | 'noun'>) {
  const t = useT();
  const fetchTemplate = async (): Promise<void> => {
    try {
      const { bytes, type } = await fetchBytes(calls.template.path);
      saveAs(new Blob([bytes], { type }), `${t('sheets.template.fileName', { name: noun })}.xlsx`);
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <button type="button" className="button button-quiet" onClick={() => void fetchTemplate()}>
      <Icon name="download" />
      {t('sheets.dialog.template')}
    </button>
  );
}

function Checked({ outcome }: { outcome: ImportOutcome }) {
  const t = useT();
  const { counts, ignored } = outcome;
  return (
    <div className="import-summary">
      <p>{t('sheets.dialog.checked', shown(counts))}</p>
      {counts.refused > 0 && <p>{t('sheets.dialog.refusedHint')}</p>}
      {ignored.length > 0 && <p>{t('sheets.dialog.ignored', { titles: ignored.join(', ') })}</p>}
    </div>
  );
}

function Done({ outcome: { counts, secrets }, onSave }: { outcome: ImportOutcome; onSave: () => void }) {
  const t = useT();
  return (
    <>
      <p className="import-done">
        <Icon name="success" />
        {t('sheets.dialog.done', shown(counts))}
      </p>
      {secrets !== null && <Secrets secrets={secrets} onSave={onSave} />}
    </>
  );
}

/** First passwords of new people. No other answer shows them again. */
function Secrets({ secrets, onSave }: { secrets: ImportSecrets; onSave: () => void }) {
  const t = useT();
  const count = secrets.rows.length;
  const save = () => {
    const bytes = Uint8Array.from(atob(secrets.sheet), (sign) => sign.charCodeAt(0));
    saveAs(new Blob([bytes], { type: XLSX }), `${t('sheets.firstPasswords')}.xlsx`);
    onSave();
  };
  return (
    <div className="import-secrets">
      <p>{t('sheets.dialog.secrets', { count, n: number(count) })}</p>
      <button type="button" className="button button-primary" onClick={save}>
        <Icon name="download" />
        {t('sheets.dialog.saveSecrets')}
      </button>
    </div>
  );
}

function Undone({ result }: { result: ImportUndone }) {
  const t = useT();
  return (
    <>
      <p className="import-done">
        <Icon name="undo" />
        {t('sheets.dialog.undone', { count: result.restored, n: number(result.restored) })}
      </p>
      {result.skipped.length > 0 && (
        <>
          <p>{t('sheets.dialog.skipped')}</p>
          <ul className="import-skipped">
            {result.skipped.map(({ name, reason }) => (
              <li key={name}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const shown = (counts: ImportOutcome['counts']): Record<string, string> =>
  Object.fromEntries(Object.entries(counts).map(([fate, count]) => [fate, number(count)]));
