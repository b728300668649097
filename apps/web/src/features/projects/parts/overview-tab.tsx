import type { ProjectInfo } from '@prdm/contract/projects';
import { number } from '../../../lib/format.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useOverview } from '../projects.queries.ts';
import { FirstSteps } from './first-steps.tsx';
import { ProjectFacts } from './project-facts.tsx';
import type { OverviewSlots } from './slots.ts';

/** Overview of a project: state and due work first, then people, latest records and facts. */
export function OverviewTab({ project, slots }: { project: ProjectInfo; slots: OverviewSlots }) {
  const t = useT();
  const query = useOverview(project.id);
  const overview = query.data;
  return (
    <div className="project-overview">
      {overview && <StageLine stages={overview.stages} />}
      {overview && (
        <slots.Work
          projectId={project.id}
          stages={overview.stages}
          professions={overview.by_profession}
          start={<FirstSteps project={project} />}
        />
      )}
      {overview === undefined && query.error === null && <SkeletonLines lines={8} />}
      {overview === undefined && query.error !== null && (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      )}
      <div className="project-panels">
        {overview && (
          <section className="project-panel" aria-label={t('projects.overview.people')}>
            <h2>{t('projects.overview.people')}</h2>
            <Professions professions={overview.by_profession} />
            <Roles roles={overview.by_role} total={overview.member_count} />
          </section>
        )}
        <div className="project-latest">
          {slots.latest.map(({ key, Panel }) => (
            <Panel key={`${key} ${project.id}`} projectId={project.id} />
          ))}
        </div>
      </div>
      <section className="project-panel" aria-label={t('projects.overview.facts')}>
        <h2>{t('projects.overview.facts')}</h2>
        <ProjectFacts project={project} />
      </section>
    </div>
  );
}

type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;

/** Scrolls the current stage into view, because on a phone the line is wider than the screen. */
const intoSight = (step: HTMLElement | null): void => step?.scrollIntoView({ inline: 'center', block: 'nearest' });

/** Stages in their order. A sign and the colour mark the current one. */
function StageLine({ stages }: { stages: Overview['stages'] }) {
  const t = useT();
  const at = stages.findIndex(({ current }) => current);
  return (
    <ol className="project-stages" aria-label={t('projects.overview.stages')}>
      {stages.map((stage, index) => (
        <li
          key={stage.id}
          data-state={index < at ? 'past' : index === at ? 'current' : 'coming'}
          aria-current={stage.current ? 'step' : undefined}
          ref={stage.current ? intoSight : undefined}
        >
          <span className="stage-mark" aria-hidden="true">
            {index < at ? '✓' : index === at ? '◐' : '◌'}
          </span>
          <span className="stage-words">{standardName('stage', stage.name)}</span>
        </li>
      ))}
    </ol>
  );
}

function Professions({ professions }: { professions: Overview['by_profession'] }) {
  const t = useT();
  if (professions.length === 0) return <p className="muted">{t('projects.overview.noProfessions')}</p>;
  return (
    <table className="people-table">
      <thead>
        <tr>
          <th scope="col">{t('config.kind.profession')}</th>
          <th scope="col">{t('projects.overview.leaders')}</th>
          <th scope="col" className="tabular">
            {t('projects.overview.members')}
          </th>
        </tr>
      </thead>
      <tbody>
        {professions.map((profession) => (
          <tr key={profession.id}>
            <th scope="row">{standardName('profession', profession.name)}</th>
            <td>
              {profession.leaders.length === 0 ? (
                <span className="muted">{t('projects.overview.noLeader')}</span>
              ) : (
                profession.leaders.map(({ name }) => name).join(t('projects.overview.and'))
              )}
            </td>
            <td className="tabular">{number(profession.members)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Roles({ roles, total }: { roles: Overview['by_role']; total: number }) {
  const t = useT();
  const held = roles.filter(({ members }) => members > 0);
  return (
    <dl className="role-counts" aria-label={t('projects.overview.roles')}>
      <div>
        <dt>{t('projects.overview.allMembers')}</dt>
        <dd className="tabular">{number(total)}</dd>
      </div>
      {held.map((role) => (
        <div key={role.id}>
          <dt>{standardName('roles', role.name)}</dt>
          <dd className="tabular">{number(role.members)}</dd>
        </div>
      ))}
    </dl>
  );
}
