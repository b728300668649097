import { Form } from 'antd';
import type { ReactNode } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import {
  AREA_UNITS,
  BIM_AREA_UNITS,
  HEIGHT_UNITS,
  isBimLargerThanBuilt,
  SECRET_LEVELS,
  type ProjectInfo,
} from '@prdm/contract/projects';
import { useT } from '../../../../lib/i18n.ts';
import { Field } from '../../../../ui/form/record-form.tsx';
import { DictionaryPicker, ProfessionPicker, ProjectTypePicker, StagePicker } from '../../../config/index.ts';
import { DepartmentPicker, StaffPicker } from '../../../organisation/index.ts';
import { namedPeople } from '../../projects.logic.ts';
import { AreaFields } from './area-fields.tsx';
import { CoverField } from './cover-field.tsx';
import { PlaceField } from './place-field.tsx';
import { SectionIndex } from './section-index.tsx';
import { sectionId, type SectionName } from './sections.ts';
import { ChoiceField, DayField, FigureField, MeasureField, TextField } from './sheet-fields.tsx';
import './sheet.css';

/**
 * The project sheet in five sections, with the required fields first, and the index of the sections. `manager` is the
 * first field of the people: a picker in a new project, a name in an existing one.
 */
export function SheetGroups({ manager, project }: { manager: ReactNode; project?: ProjectInfo }) {
  return (
    <div className="sheet-layout">
      <SectionIndex />
      <div>
        <Identity project={project} />
        <People manager={manager} project={project} />
        <Place />
        <Building project={project} />
        <Areas />
      </div>
    </div>
  );
}

function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const t = useT();
  return (
    <fieldset id={sectionId(name)} className="sheet-group" tabIndex={-1}>
      <legend>{t(`projects.sheet.${name}`)}</legend>
      <div className="sheet-grid">{children}</div>
    </fieldset>
  );
}

/** The entries that the stored sheet names, because some of them may be disabled. */
type Named = { readonly id: number; readonly name: string };

/** The stored entries of a record. A record without the entry has no id there. */
const known = (...entries: ({ readonly id: number | null; readonly name: string } | null | undefined)[]): Named[] =>
  entries.flatMap((entry) => (entry?.id ? [{ id: entry.id, name: entry.name }] : []));

function Identity({ project }: { project?: ProjectInfo }) {
  const t = useT();
  return (
    <Section name="identity">
      <TextField name="name" />
      <TextField name="short_name" max={30} />
      <CoverField />
      <Field name="type_id" label={t('projects.field.type_id')}>
        <ProjectTypePicker known={known(project && { id: project.type_id, name: project.type_name })} />
      </Field>
      <Field name="stage_id" label={t('projects.field.stage_id')}>
        <StagePicker known={known(project && { id: project.stage_id, name: project.stage_name })} />
      </Field>
      <TextField
        name="item_number"
        max={50}
        hint={project === undefined ? t('projects.sheet.itemNumberHint') : undefined}
      />
      <TextField name="contract_number" max={50} />
      <Field name="department_id" label={t('projects.field.department_id')}>
        <DepartmentPicker />
      </Field>
      <TextField name="client" />
      <TextField name="client_contact" />
      <Field name="grade_id" label={t('projects.field.grade_id')}>
        <DictionaryPicker kind="project_grade" known={known(project?.grade)} />
      </Field>
      <Field name="industry_id" label={t('projects.field.industry_id')}>
        <DictionaryPicker kind="industry" known={known(project?.industry)} />
      </Field>
      <ChoiceField name="secret_level" values={SECRET_LEVELS} texts="secretLevel" />
      <Field name="label_ids" label={t('projects.field.label_ids')}>
        <DictionaryPicker multiple kind="label" known={project?.labels} />
      </Field>
      <div className="sheet-wide">
        <Field name="service_content_ids" label={t('projects.field.service_content_ids')}>
          <DictionaryPicker multiple kind="service_content" known={project?.service_contents} />
        </Field>
      </div>
      <Field name="task_type_id" label={t('projects.field.task_type_id')}>
        <DictionaryPicker kind="stask_type" known={known(project?.task_type)} />
      </Field>
      <FigureField name="total_hours" />
    </Section>
  );
}

const NAMED = ['director_id', 'equipment_director_id', 'leading_manager_id', 'business_manager_id'] as const;

function People({ manager, project }: { manager: ReactNode; project?: ProjectInfo }) {
  const t = useT();
  const people = project && namedPeople(project);
  return (
    <Section name="people">
      {manager}
      <Field name="profession_ids" label={t('projects.field.profession_ids')}>
        <ProfessionPicker multiple known={project?.professions} />
      </Field>
      {NAMED.map((name) => (
        <Field key={name} name={name} label={t(`projects.field.${name}`)}>
          <StaffPicker known={people} nearProject={project?.id} />
        </Field>
      ))}
    </Section>
  );
}

function Place() {
  return (
    <Section name="place">
      <AreaFields />
      <TextField name="address" max={LIMITS.titleMax} />
      <TextField name="site" max={LIMITS.titleMax} />
      <PlaceField />
    </Section>
  );
}

function Building({ project }: { project?: ProjectInfo }) {
  const t = useT();
  return (
    <Section name="building">
      <Field name="structure_type_id" label={t('projects.field.structure_type_id')}>
        <DictionaryPicker kind="structure_type" known={known(project?.structure_type)} />
      </Field>
      <MeasureField name="height" units={HEIGHT_UNITS} />
      <FigureField name="floors_above" />
      <FigureField name="floors_below" />
      <DayField name="construction_start" />
      <DayField name="construction_end" from="construction_start" />
    </Section>
  );
}

function Areas() {
  return (
    <Section name="areas">
      <MeasureField name="build_area" units={AREA_UNITS} />
      <MeasureField name="bim_area" units={BIM_AREA_UNITS} />
      <BimWarning />
      <MeasureField name="land_area" units={AREA_UNITS} />
    </Section>
  );
}

function BimWarning() {
  const t = useT();
  const form = Form.useFormInstance();
  const sheet = {
    bim_area: Form.useWatch<unknown>('bim_area', form),
    bim_area_unit: Form.useWatch<unknown>('bim_area_unit', form),
    build_area: Form.useWatch<unknown>('build_area', form),
    build_area_unit: Form.useWatch<unknown>('build_area_unit', form),
  };
  if (!isBimLargerThanBuilt(sheet)) return null;
  return (
    <p className="notice-line sheet-wide" data-kind="info" role="status">
      {t('projects.bimLargerThanBuilt')}
    </p>
  );
}
