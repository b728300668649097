import { useState } from 'react';
import type { RunStage } from '@prdm/contract/processes/templates';
import { names } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { ProfessionPicker } from '../../config/index.ts';
import { StaffPicker } from '../../organisation/index.ts';
import { ProjectPicker } from '../../projects/index.ts';
import { reasonOf, whyOf } from '../test-run.text.ts';
import { useTestRun } from '../templates.queries.ts';

/** Shows the people whom the saved template finds for a project, a profession and a starter. */
export function TestRunPanel({ templateId }: { templateId: number }) {
  const t = useT();
  const [projectId, setProject] = useState<number | null>(null);
  const [professionId, setProfession] = useState<number | null>(null);
  const [starterId, setStarter] = useState<number | null>(null);
  const run = useTestRun();
  /** A result belongs to its input. */
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      run.reset();
    };
  const start = () =>
    run.mutate({
      template: templateId,
      project_id: projectId ?? undefined,
      profession_id: professionId ?? undefined,
      starter_id: starterId ?? undefined,
    });
  return (
    <section className="test-run" aria-label={t('templates.run.title')}>
      <h2 className="stage-nodes-title">{t('templates.run.title')}</h2>
      <p className="muted">{t('templates.run.hint')}</p>
      <div className="test-run-fields">
        <ProjectPicker
          aria-label={t('templates.run.project')}
          placeholder={t('templates.run.project')}
          value={projectId}
          onChange={changed(setProject)}
        />
        <ProfessionPicker
          aria-label={t('templates.run.profession')}
          value={professionId}
          onChange={changed(setProfession)}
        />
        <StaffPicker
          aria-label={t('templates.run.starter')}
          placeholder={t('templates.run.starter')}
          value={starterId}
          onChange={changed(setStarter)}
        />
        <button type="button" className="button" disabled={run.isPending} onClick={start}>
          {t('templates.run.start')}
        </button>
      </div>
      {run.data && (
        <ol className="test-run-stages" aria-live="polite">
          {run.data.stages.map((stage) => (
            <RunLine
              key={stage.position}
              stage={stage}
              hasProject={run.variables?.project_id !== undefined}
              hasStarter={run.variables?.starter_id !== undefined}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** One stage with its people and the reason of each. A red one has nobody. */
function RunLine(props: { stage: RunStage; hasProject: boolean; hasStarter: boolean }) {
  const t = useT();
  const { stage } = props;
  // Without a chosen starter the reader takes that place. The reader is then no author and no reason for an empty stage.
  const left = props.hasStarter ? stage.left : stage.left.filter(({ why }) => why !== 'starter');
  const people = stage.people.map(({ name, reason }) => ({
    name:
      reason === 'author' && !props.hasStarter
        ? reasonOf(t, reason)
        : t('templates.run.person', { name, reason: reasonOf(t, reason) }),
  }));
  return (
    <li data-state={stage.red ? 'red' : stage.omitted ? 'omitted' : 'manned'}>
      <span className="test-run-name">{stage.name}</span>
      <span>
        {stage.omitted ? t('templates.run.omitted') : people.length === 0 ? t('templates.run.red') : names(people)}
      </span>
      {left.length > 0 && <span className="muted">{whyOf(t, left)}</span>}
      {stage.red && !props.hasProject && <span className="muted">{t('templates.run.noProject')}</span>}
      {stage.cc.length > 0 && <span className="muted">{t('templates.run.copies', { names: names(stage.cc) })}</span>}
      {stage.cc_left.length > 0 && (
        <span className="muted">{t('templates.run.noCopies', { people: whyOf(t, stage.cc_left) })}</span>
      )}
    </li>
  );
}
