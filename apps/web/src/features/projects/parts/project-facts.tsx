import type { ReactNode } from 'react';
import { COUNTRY_WITH_LISTS } from '@prdm/contract/areas/areas';
import type { ProjectInfo } from '@prdm/contract/projects';
import { date, hours, number } from '../../../lib/format.ts';
import { LabelTags } from './sheet/label-tags.tsx';
import { ProjectPlace } from './project-place.tsx';
import { standardName, useT, type StandardKind, type Translate, type TextEntry, keyInData } from '../../../lib/i18n.ts';

/** The fields of the project sheet, without the empty ones. */
export function ProjectFacts({ project }: { project: ProjectInfo }) {
  const t = useT();
  const facts = factsOf(project, t).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return (
    <dl className="project-facts">
      {facts.map(([name, value]) => (
        <div key={name} data-wide={name === 'service_content_ids'}>
          <dt>{t(`projects.field.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const entry = (kind: StandardKind, of: { name: string } | null): string =>
  of === null ? '' : standardName(kind, of.name);

function factsOf(project: ProjectInfo, t: Translate): [TextEntry<'projects.field'>, ReactNode][] {
  const measure = (value: number | null, unit: string | null): string =>
    value === null ? '' : `${number(value, 2)} ${t(keyInData(`projects.unit.${unit}`))}`;
  const entries = (kind: StandardKind, all: readonly { name: string }[]): string =>
    all.map(({ name }) => standardName(kind, name)).join(t('projects.overview.and'));
  const services = [entries('service_content', project.service_contents), project.service_note];
  const country = project.country === COUNTRY_WITH_LISTS ? '' : project.country_name;
  const place = [country, project.province_name, project.city_name, project.address];
  const secrecy = project.secret_level;
  const span = [project.construction_start, project.construction_end].map((day) => date(day));
  return [
    ['item_number', project.item_number],
    ['short_name', project.short_name],
    ['type_id', standardName('project_type', project.type_name)],
    ['contract_number', project.contract_number],
    ['department_id', project.department_name],
    ['client', project.client],
    ['client_contact', project.client_contact],
    ['build_area', measure(project.build_area, project.build_area_unit)],
    ['bim_area', measure(project.bim_area, project.bim_area_unit)],
    ['land_area', measure(project.land_area, project.land_area_unit)],
    ['height', measure(project.height, project.height_unit)],
    ['floors', floorsOf(project, t)],
    ['structure_type_id', entry('structure_type', project.structure_type)],
    ['address', place.filter((part) => part !== '').join(' ')],
    ['location', project.location === '' ? '' : <ProjectPlace key="place" project={project} />],
    ['site', project.site],
    ['construction', span.some((day) => day !== '') ? span.map((day) => day || '…').join(' – ') : ''],
    ['hours', project.total_hours === null ? '' : hours(project.total_hours)],
    ['grade_id', entry('project_grade', project.grade)],
    ['secret_level', secrecy === '' ? '' : t(keyInData(`projects.secretLevel.${secrecy}`))],
    ['industry_id', entry('industry', project.industry)],
    ['task_type_id', entry('stask_type', project.task_type)],
    ['label_ids', project.labels.length === 0 ? '' : <LabelTags key="labels" labels={project.labels} />],
    ['director_id', project.director?.name],
    ['equipment_director_id', project.equipment_director?.name],
    ['leading_manager_id', project.leading_manager?.name],
    ['business_manager_id', project.business_manager?.name],
    ['created', `${project.created_by_name} ${date(project.created_at)}`],
    ['service_content_ids', services.filter((text) => text !== '').join('\n')],
  ];
}

function floorsOf({ floors_above: above, floors_below: below }: ProjectInfo, t: Translate): string {
  if (above === null && below === null) return '';
  if (below === null || below === 0) return t('projects.overview.floorsAbove', { count: above ?? 0 });
  return t('projects.overview.floorsBoth', { n: above ?? 0, below });
}
