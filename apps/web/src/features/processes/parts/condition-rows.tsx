import { Form, Input } from 'antd';
import type { ProcessKind } from '@prdm/contract/processes/kinds';
import {
  FACT_TYPES,
  FACTS_OF,
  oneCondition,
  operatorsOf,
  type Condition,
  type ConditionValue,
  type Fact,
} from '@prdm/contract/processes/conditions';
import { TASK_KINDS } from '@prdm/contract/tasks';
import { useT } from '../../../lib/i18n.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { FigureInput } from '../../../ui/form/figure-input.tsx';
import { rulesOfField } from '../../../ui/form/rules.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { ProfessionPicker } from '../../config/index.ts';
import { departmentOptions, StaffPicker, useCompanies, useStaffTree } from '../../organisation/index.ts';

type Row = Partial<Condition>;

/** Conditions as rows: fact, comparison, value. `name` is the list, inside a stage or at the top of the form. */
export function ConditionRows({ name, kind }: { name: string | (string | number)[]; kind: ProcessKind }) {
  const t = useT();
  const [first] = FACTS_OF[kind];
  return (
    <Form.List name={name}>
      {(fields, { add, remove }) => (
        <div className="condition-rows">
          {fields.map((field) => (
            <div key={field.key} className="condition-row">
              <Form.Item name={field.name} rules={rulesOfField(oneCondition())}>
                <ConditionRow kind={kind} />
              </Form.Item>
              <button
                type="button"
                className="icon-button"
                aria-label={t('templates.condition.remove')}
                title={t('templates.condition.remove')}
                onClick={() => remove(field.name)}
              >
                <Icon name="close" />
              </button>
            </div>
          ))}
          {fields.length < 10 && (
            <button type="button" className="link-button" onClick={() => add({ fact: first, operator: 'eq' })}>
              {t('templates.condition.add')}
            </button>
          )}
        </div>
      )}
    </Form.List>
  );
}

/** One condition. Another fact or another kind of comparison clears the value. */
function ConditionRow({
  kind,
  value = {},
  onChange,
}: {
  kind: ProcessKind;
  value?: Row;
  onChange?: (row: Row) => void;
}) {
  const t = useT();
  const { fact = FACTS_OF[kind][0] as Fact, operator = 'eq' } = value;
  const change = (row: Row) => onChange?.({ fact, operator, ...row });
  return (
    <div className="condition-fields">
      <Select
        aria-label={t('templates.condition.fact')}
        value={fact}
        options={FACTS_OF[kind].map((one) => ({ value: one, label: t(`templates.fact.${one}`) }))}
        onChange={(next: Fact) => change({ fact: next, operator: 'eq', value: undefined })}
      />
      <Select
        aria-label={t('templates.condition.operator')}
        value={operator}
        options={operatorsOf(fact).map((one) => ({ value: one, label: t(`templates.operator.${one}`) }))}
        onChange={(next: Condition['operator']) =>
          change({ operator: next, value: (next === 'in') === (operator === 'in') ? value.value : undefined })
        }
      />
      <ValueInput
        kind={kind}
        fact={fact}
        isList={operator === 'in'}
        value={value.value}
        onChange={(next) => change({ value: next })}
      />
    </div>
  );
}

interface ValueProps {
  readonly kind: ProcessKind;
  readonly fact: Fact;
  readonly isList: boolean;
  readonly value: ConditionValue | undefined;
  readonly onChange: (value: ConditionValue | undefined) => void;
}

/** The input of the value by the type of the fact: a figure, a word, or a picker of records. */
function ValueInput({ kind, fact, isList, value, onChange }: ValueProps) {
  const t = useT();
  const label = t('templates.condition.value');
  const type = FACT_TYPES[fact];
  if (type === 'number' || type === 'money')
    return <FigureInput aria-label={label} value={value as string | undefined} onChange={onChange} />;
  if (type === 'word') {
    const options =
      kind === 'task' ? TASK_KINDS.map((one) => ({ value: one, label: t(`templates.taskKind.${one}`) })) : [];
    if (options.length === 0 && !isList)
      return (
        <Input
          aria-label={label}
          value={value as string | undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    return (
      <Select<ConditionValue>
        aria-label={label}
        mode={isList ? (options.length === 0 ? 'tags' : 'multiple') : undefined}
        value={value}
        options={options}
        onChange={onChange}
      />
    );
  }
  const common = { 'aria-label': label };
  const several = {
    ...common,
    multiple: true as const,
    value: (value ?? []) as number[],
    onChange: (ids: number[]) => onChange(ids),
  };
  const one = {
    ...common,
    value: (value ?? null) as number | null,
    onChange: (id: number | null) => onChange(id ?? undefined),
  };
  if (type === 'profession') return isList ? <ProfessionPicker {...several} /> : <ProfessionPicker {...one} />;
  if (type === 'user') return isList ? <StaffPicker {...several} /> : <StaffPicker {...one} />;
  return <RecordInput type={type} {...(isList ? several : one)} />;
}

/** Departments or legal entities of the enterprise. */
function RecordInput({
  type,
  multiple = false,
  value,
  onChange,
  ...field
}: {
  type: 'department' | 'company';
  multiple?: boolean;
  value: number | number[] | null;
  onChange: ((ids: number[]) => void) | ((id: number | null) => void);
  'aria-label': string;
}) {
  const tree = useStaffTree().data;
  const companies = useCompanies().data?.list;
  const options =
    type === 'department'
      ? departmentOptions(tree?.departments ?? [], {}).map(({ value: id, path }) => ({ value: id, label: path }))
      : (companies ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select<number | number[] | null>
      {...field}
      mode={multiple ? 'multiple' : undefined}
      value={value}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange as (value: number | number[] | null) => void}
    />
  );
}
