import { Link } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import { userIndex } from '@prdm/contract/organisation';
import { useMay } from '../../../lib/session/access.ts';
import { cappedCount } from '../../../lib/format.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { REVIEWS_PATH, useReviewCounts } from '../../processes/index.ts';
import { LIST_PATH, projectPath } from '../../projects/index.ts';
import { useOpenFigures, usePeopleCount, type LatestProject } from '../home.queries.ts';
import { Column, Line, Lines, MoreLink } from './column.tsx';

const STAFF_PATH = '/company/staff';

/** Overview for administrators and leaders without a task of their own: figures with links, and the latest projects. */
export function Institute({ projects, total }: { projects: readonly LatestProject[]; total: number }) {
  const t = useT();
  const may = useMay()(userIndex);
  const people = usePeopleCount(may);
  const reviews = useReviewCounts();
  const { underReview, overdue } = useOpenFigures();
  return (
    <div className="home-institute">
      <p className="home-institute-lead">{t('home.institute.lead')}</p>
      <ul className="home-figures">
        <Figure
          to={LIST_PATH}
          title={t('home.institute.projects')}
          count={total}
          text={
            underReview === undefined || overdue === undefined
              ? ''
              : t('home.institute.projectsText', { underReview: capped(underReview), overdue: capped(overdue) })
          }
        />
        {may && (
          <Figure
            to={STAFF_PATH}
            title={t('home.institute.people')}
            count={people}
            text={t('home.institute.peopleText')}
          />
        )}
        <Figure
          to={REVIEWS_PATH}
          title={t('home.institute.reviews')}
          count={reviews.data?.todo}
          text={t('home.institute.reviewsText')}
        />
      </ul>
      <Column title={t('home.institute.latest')} count={total} empty="">
        <Lines>
          {projects.map((project) => (
            <Line
              key={project.id}
              to={projectPath(project.id)}
              title={project.name}
              meta={[project.manager_name, standardName('stage', project.stage_name)].filter(Boolean).join(' · ')}
            />
          ))}
          {total > projects.length && <MoreLink to={LIST_PATH} label={t('home.allProjects', { n: capped(total) })} />}
        </Lines>
      </Column>
    </div>
  );
}

const capped = (count: number): string => cappedCount(count, LIMITS.countCap);

/** A number with its name. The whole element is a link. */
function Figure(props: { to: string; title: string; count: number | undefined; text: string }) {
  return (
    <li>
      <Link className="home-figure" to={props.to}>
        <span>{props.title}</span>
        <strong className="tabular">{props.count === undefined ? '–' : capped(props.count)}</strong>
        <span className="home-meta">{props.text}</span>
      </Link>
    </li>
  );
}
