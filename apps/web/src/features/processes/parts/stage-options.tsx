import { Checkbox, Form } from 'antd';
import { useState } from 'react';
import { rolesOfProjects } from '@prdm/contract/nodes';
import { roleIndex } from '@prdm/contract/organisation';
import type { ProcessKind } from '@prdm/contract/processes/kinds';
import { standardName, useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/session/access.ts';
import { Select } from '../../../ui/controls/select.tsx';
import type { PersonOption } from '../../../ui/people/people-picker.tsx';
import { StaffPicker, useRoles } from '../../organisation/index.ts';
import { hasOptions, type StageValues } from '../templates.logic.ts';
import { ConditionRows } from './condition-rows.tsx';

interface StageProps {
  /** Index of the stage in the form's list. */
  readonly name: number;
  readonly stage: StageValues | undefined;
}

/** The parameter of the rule: people, or a role. Rules of leaders have none. */
export function RuleFields({
  name,
  stage,
  known,
  roles,
}: StageProps & { readonly known: readonly PersonOption[]; readonly roles: ReadonlyMap<number, string> }) {
  const t = useT();
  const rule = stage?.executor_rule;
  if (rule === 'users')
    return (
      <Form.Item
        name={[name, 'executor_ids']}
        label={t('tasks.form.stagePeople')}
        rules={[{ required: true, message: t('validation.required') }]}
        className="stage-card-wide"
      >
        <StaffPicker multiple known={known} />
      </Form.Item>
    );
  if (rule !== 'project_role' && rule !== 'role') return null;
  return (
    <>
      <Form.Item
        name={[name, 'role_id']}
        label={t('templates.field.role')}
        rules={[{ required: true, message: t('validation.required') }]}
      >
        <RolePicker isOfProject={rule === 'project_role'} known={roles} />
      </Form.Item>
      {rule === 'project_role' && (
        <Form.Item name={[name, 'by_profession']} valuePropName="checked" className="stage-card-check">
          <Checkbox>{t('templates.byProfession')}</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** Roles of projects or of the enterprise. A reader without the right to list roles sees the present one. */
function RolePicker({
  isOfProject,
  known,
  ...field
}: {
  isOfProject: boolean;
  known: ReadonlyMap<number, string>;
  id?: string;
  value?: number | null;
  onChange?: (id: number) => void;
}) {
  const may = useMay()(roleIndex);
  const { data } = useRoles(may);
  const all = data?.list ?? [];
  const listed = isOfProject ? rolesOfProjects(all) : all.filter(({ kind }) => kind !== 'project');
  const names = data === undefined ? known : new Map(listed.map(({ id, name }) => [id, name]));
  const { value } = field;
  return (
    <Select
      {...field}
      value={value !== null && value !== undefined && names.has(value) ? value : undefined}
      options={[...names].map(([id, name]) => ({ value: id, label: standardName('roles', name) }))}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}

/** Options that few stages use. They stay closed unless one is set. */
export function MoreOptions({
  name,
  stage,
  known,
  kind,
}: StageProps & { known: readonly PersonOption[]; kind: ProcessKind }) {
  const t = useT();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOpen = wanted ?? (stage !== undefined && hasOptions(stage));
  return (
    <div className="stage-card-wide stage-more">
      <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setWanted(!isOpen)}>
        {t(isOpen ? 'templates.less' : 'templates.more')}
      </button>
      <div className="stage-more-body" hidden={!isOpen}>
        <Form.Item label={t('templates.field.when')} extra={t('templates.whenHint')}>
          <ConditionRows name={[name, 'conditions']} kind={kind} />
        </Form.Item>
        <Form.Item name={[name, 'cc_ids']} label={t('templates.field.stageCc')}>
          <StaffPicker multiple known={known} />
        </Form.Item>
        <Form.Item name={[name, 'separate']} valuePropName="checked" extra={t('templates.separateHint')}>
          <Checkbox>{t('templates.field.separate')}</Checkbox>
        </Form.Item>
        <Form.Item name={[name, 'straight']} valuePropName="checked" extra={t('templates.straightHint')}>
          <Checkbox>{t('templates.field.straight')}</Checkbox>
        </Form.Item>
      </div>
    </div>
  );
}
