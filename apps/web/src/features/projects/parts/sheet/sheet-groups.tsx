import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import {
  AREA_UNITS,
  BIM_AREA_UNITS,
  HEIGHT_UNITS,
  isBimLargerThanBuilt,
  PROJECT_GRADES,
  SECRET_LEVELS,
} from '@prdm/contract/projects';
import { useT, type TextEntry } from '../../../../lib/i18n.ts';
import { Field } from '../../../../ui/form/record-form.tsx';
import type { PersonOption } from '../../../../ui/people/people-picker.tsx';
import { typedLength } from '../../../../ui/form/typed-length.ts';
import { ProfessionPicker, ProjectTypePicker, StagePicker } from '../../../config/index.ts';
import { DepartmentPicker, StaffPicker } from '../../../organisation/index.ts';
import { CoverField } from './cover-field.tsx';
import { PlaceField } from './place-field.tsx';
import { ChoiceField, DayField, FigureField, MeasureField, TextField } from './sheet-fields.tsx';
import './sheet.css';

/**
 * The project sheet in four groups, with the required fields first. `manager` is the first field of the people: a
 * picker in a new project, a name in an existing one.
 */
export function SheetGroups(props: {
  manager: ReactNode;
  isNew: boolean;
  known?: readonly PersonOption[];
  /** The members of this project come first in the people pickers. */
  projectId?: number;
}) {
  return (
    <>
      <Identity isNew={props.isNew} />
      <People manager={props.manager} known={props.known} projectId={props.projectId} />
      <Building />
      <Areas />
    </>
  );
}

function Group({ name, children }: { name: TextEntry<'projects.sheet'>; children: ReactNode }) {
  const t = useT();
  return (
    <fieldset className="sheet-group">
      <legend>{t(`projects.sheet.${name}`)}</legend>
      <div className="sheet-grid">{children}</div>
    </fieldset>
  );
}

function Identity({ isNew }: { isNew: boolean }) {
  const t = useT();
  return (
    <Group name="identity">
      <TextField name="name" />
      <TextField name="short_name" max={30} />
      <CoverField />
      <Field name="type_id" label={t('projects.field.type_id')}>
        <ProjectTypePicker />
      </Field>
      <Field name="stage_id" label={t('projects.field.stage_id')}>
        <StagePicker />
      </Field>
      <TextField name="item_number" max={50} hint={isNew ? t('projects.sheet.itemNumberHint') : undefined} />
      <TextField name="contract_number" max={50} />
      <Field name="department_id" label={t('projects.field.department_id')}>
        <DepartmentPicker />
      </Field>
      <FigureField name="total_hours" />
      <TextField name="client" />
      <TextField name="client_contact" />
      <ChoiceField name="grade" values={PROJECT_GRADES} texts="grade" />
      <ChoiceField name="secret_level" values={SECRET_LEVELS} texts="secretLevel" />
      <TextField name="industry" max={50} />
      <TextField name="task_type" max={50} />
      <div className="sheet-wide">
        <Field name="service_content" label={t('projects.field.service_content')}>
          <Input.TextArea {...typedLength(LIMITS.commentMax)} autoSize={{ minRows: 2, maxRows: 8 }} />
        </Field>
      </div>
    </Group>
  );
}

const NAMED = ['director_id', 'equipment_director_id', 'leading_manager_id', 'business_manager_id'] as const;

function People(props: { manager: ReactNode; known?: readonly PersonOption[]; projectId?: number }) {
  const t = useT();
  return (
    <Group name="people">
      {props.manager}
      <Field name="profession_ids" label={t('projects.field.profession_ids')}>
        <ProfessionPicker multiple />
      </Field>
      {NAMED.map((name) => (
        <Field key={name} name={name} label={t(`projects.field.${name}`)}>
          <StaffPicker known={props.known} nearProject={props.projectId} />
        </Field>
      ))}
    </Group>
  );
}

function Building() {
  return (
    <Group name="building">
      <MeasureField name="height" units={HEIGHT_UNITS} />
      <TextField name="structure_type" />
      <FigureField name="floors_above" />
      <FigureField name="floors_below" />
      <DayField name="construction_start" />
      <DayField name="construction_end" from="construction_start" />
      <TextField name="province" max={50} />
      <TextField name="city" max={50} />
      <TextField name="address" max={LIMITS.titleMax} />
      <TextField name="site" max={LIMITS.titleMax} />
      <PlaceField />
    </Group>
  );
}

function Areas() {
  return (
    <Group name="areas">
      <MeasureField name="build_area" units={AREA_UNITS} />
      <MeasureField name="bim_area" units={BIM_AREA_UNITS} />
      <BimWarning />
      <MeasureField name="land_area" units={AREA_UNITS} />
    </Group>
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
