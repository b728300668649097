import { Input } from 'antd';
import type { ReactNode } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { NON_PROJECT_KINDS } from '@prdm/contract/projects/non-projects';
import { useT, type TextEntry } from '../../../../lib/i18n.ts';
import { Select } from '../../../../ui/controls/select.tsx';
import { DayPicker } from '../../../../ui/form/day-picker.tsx';
import { FigureInput } from '../../../../ui/form/figure-input.tsx';
import { Field } from '../../../../ui/form/record-form.tsx';
import { typedLength } from '../../../../ui/form/typed-length.ts';
import type { PersonOption } from '../../../../ui/people/people-picker.tsx';
import { DepartmentPicker, StaffPicker } from '../../../organisation/index.ts';
import '../../parts/sheet/sheet.css';

/** The fields of a non-project, with the required ones first. `known` holds the present manager, who may have left. */
export function NonProjectFields({ known, managerHint }: { known?: readonly PersonOption[]; managerHint?: ReactNode }) {
  const t = useT();
  return (
    <>
      <Group name="basic">
        <Field name="name" label={t('non-projects.field.name')}>
          <Input {...typedLength(LIMITS.nameMax)} autoComplete="off" autoFocus />
        </Field>
        <Field name="kind" label={t('non-projects.field.kind')}>
          <Select options={NON_PROJECT_KINDS.map((value) => ({ value, label: t(`non-projects.kind.${value}`) }))} />
        </Field>
        <Field name="manager_id" label={t('non-projects.field.manager_id')} extra={managerHint}>
          <StaffPicker known={known} />
        </Field>
        <Field name="department_id" label={t('non-projects.field.department_id')}>
          <DepartmentPicker />
        </Field>
      </Group>
      <Group name="plan">
        <Field name="start" label={t('non-projects.field.start')}>
          <DayPicker />
        </Field>
        <Field name="end" label={t('non-projects.field.end')} dependencies={['start']}>
          <DayPicker />
        </Field>
        <Field name="total_hours" label={t('non-projects.field.total_hours')}>
          <FigureInput />
        </Field>
        <div className="sheet-wide">
          <Field name="description" label={t('non-projects.field.description')}>
            <Input.TextArea {...typedLength(LIMITS.textMax)} autoSize={{ minRows: 3, maxRows: 10 }} />
          </Field>
        </div>
      </Group>
    </>
  );
}

function Group({ name, children }: { name: TextEntry<'non-projects.form'>; children: ReactNode }) {
  const t = useT();
  return (
    <fieldset className="sheet-group">
      <legend>{t(`non-projects.form.${name}`)}</legend>
      <div className="sheet-grid">{children}</div>
    </fieldset>
  );
}
