import { Checkbox, Form, Input } from 'antd';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import {
  EXECUTOR_RULES,
  REJECT_TO,
  ROLE_RULES,
  type ExecutorRule,
  type ProcessKind,
} from '@prdm/contract/processes/kinds';
import { executionDays } from '@prdm/contract/processes/templates';
import { FACTS_OF } from '@prdm/contract/processes/conditions';
import { SIGN_MODES } from '@prdm/contract/status';
import { names as inOneLine } from '../../../lib/format.ts';
import { standardName, useT, type Translate } from '../../../lib/i18n.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { FigureInput } from '../../../ui/form/figure-input.tsx';
import { rulesOfField, wireValue } from '../../../ui/form/rules.ts';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import type { PersonOption } from '../../../ui/people/people-picker.tsx';
import type { StageValues } from '../templates.logic.ts';
import { MoreOptions, RuleFields } from './stage-options.tsx';

interface NodeProps {
  /** Index of the stage in the form's list. */
  readonly name: number;
  readonly index: number;
  readonly count: number;
  readonly names: ReadonlyMap<number, string>;
  readonly known: readonly PersonOption[];
  readonly roles: ReadonlyMap<number, string>;
  readonly kind: ProcessKind;
  readonly isCurrent: boolean;
  readonly onToggle: () => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/**
 * One stage: its summary, and the fields of the current one. The fields of a closed stage stay in the form, so that a
 * wrong one is found; it opens by itself then.
 */
export function StageNode(props: NodeProps) {
  const { name, index, count, names, known, roles, kind, isCurrent, onToggle, onMove, onRemove } = props;
  const t = useT();
  const form = Form.useFormInstance();
  const stage = Form.useWatch<StageValues | undefined>(['stages', name], { form, preserve: true });
  const title = stage?.name?.trim() || t('templates.unnamed');
  return (
    <li
      className="stage-node"
      data-state={isCurrent ? 'current' : 'added'}
      aria-label={t('tasks.form.stageN', { n: index + 1 })}
    >
      <span className="stage-node-dot tabular" aria-hidden="true">
        {index + 1}
      </span>
      <div className="stage-card">
        <div className="stage-card-head">
          <Handle title={title} index={index} onMove={onMove} />
          <button type="button" className="stage-card-open" aria-expanded={isCurrent} onClick={onToggle}>
            <span className="stage-card-name">{title}</span>
            <span className="stage-card-facts">{stage === undefined ? '' : factsOf(t, stage, { names, roles })}</span>
            <Icon name={isCurrent ? 'up' : 'down'} />
          </button>
          <button
            type="button"
            className="icon-button"
            disabled={count === 1}
            aria-label={t('templates.removeStage', { name: title })}
            title={t('templates.removeStage', { name: title })}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </button>
        </div>
        <div className="stage-card-body">
          <Form.Item
            name={[name, 'name']}
            label={t('tasks.form.stageName')}
            rules={[{ required: true, whitespace: true, message: t('validation.required') }]}
          >
            <Input {...typedLength(LIMITS.nameMax)} />
          </Form.Item>
          <Form.Item name={[name, 'executor_rule']} label={t('templates.field.rule')}>
            <Select options={rulesFor(kind).map((value) => ({ value, label: t(`templates.rule.${value}`) }))} />
          </Form.Item>
          <RuleFields name={name} stage={stage} known={known} roles={roles} />
          <Form.Item name={[name, 'sign_mode']} label={t('tasks.form.signMode')}>
            <Select options={SIGN_MODES.map((value) => ({ value, label: t(`processes.line.${value}`) }))} />
          </Form.Item>
          <Form.Item
            name={[name, 'days']}
            label={t('tasks.form.days')}
            tooltip={{ title: t('templates.daysHint'), icon: <Icon name="info" /> }}
            rules={rulesOfField(executionDays())}
          >
            <FigureInput />
          </Form.Item>
          {/* Hidden but kept in the first stage, so that its value survives when the stage moves up and down. */}
          <Form.Item name={[name, 'reject_to']} label={t('tasks.form.rejectTo')} hidden={index === 0}>
            <Select options={REJECT_TO.map((value) => ({ value, label: t(`tasks.form.rejectTos.${value}`) }))} />
          </Form.Item>
          <Form.Item name={[name, 'allow_transfer']} valuePropName="checked" className="stage-card-check">
            <Checkbox>{t('tasks.form.allowTransfer')}</Checkbox>
          </Form.Item>
          <MoreOptions name={name} stage={stage} known={known} kind={kind} />
        </div>
      </div>
    </li>
  );
}

/** The people or the rule, the sign mode, the days and the condition of a stage in one line. */
function factsOf(t: Translate, stage: StageValues, { names, roles }: Pick<NodeProps, 'names' | 'roles'>): string {
  const rule = t(`templates.rule.${stage.executor_rule}`);
  const role = roles.get(stage.role_id ?? 0);
  const people =
    stage.executor_rule === 'users'
      ? inOneLine(
          (stage.executor_ids ?? []).flatMap((id) => {
            const name = names.get(id) ?? '';
            return name === '' ? [] : [{ name }];
          }),
        )
      : ROLE_RULES.includes(stage.executor_rule) && role !== undefined
        ? standardName('roles', role)
        : rule;
  const days = wireValue(stage.days);
  const isOne = stage.executor_rule === 'users' && stage.executor_ids.length < 2;
  return [
    people === '' ? t('templates.nobody') : people,
    ...(isOne || LEADERS.includes(stage.executor_rule) ? [] : [t(`processes.line.${stage.sign_mode}`)]),
    ...(days === undefined ? [] : [t('processes.line.days', { n: String(days) })]),
    ...((stage.conditions?.length ?? 0) > 0 ? [t('templates.conditional')] : []),
  ].join(' · ');
}

/** Rules that find one person. */
const LEADERS: readonly ExecutorRule[] = ['direct_leader', 'department_head', 'leading_manager'];

/** Both sides need two departments, which few kinds have. */
const rulesFor = (kind: ProcessKind): ExecutorRule[] =>
  EXECUTOR_RULES.filter((rule) => rule !== 'both_sides' || FACTS_OF[kind].includes('other_department_id'));

/** Moves the stage: the pointer drags it over the other nodes, the arrow keys move it by one place. */
function Handle({ title, index, onMove }: { title: string; index: number; onMove: (to: number) => void }) {
  const t = useT();
  const dragged = useRef(false);
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!dragged.current) return;
    const own = event.currentTarget.closest('li');
    const nodes = [...(own?.parentElement?.querySelectorAll('li:not([data-state=add_btn])') ?? [])];
    const above = nodes.filter((node) => {
      const { top, height } = node.getBoundingClientRect();
      return node !== own && top + height / 2 < event.clientY;
    });
    if (above.length !== index) onMove(above.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <button
      type="button"
      className="stage-grip"
      aria-label={t('entities.grip', { name: title })}
      title={t('entities.gripTitle')}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = true;
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => (dragged.current = false)}
      onPointerCancel={() => (dragged.current = false)}
      onKeyDown={onKeyDown}
    >
      <Icon name="grip" />
    </button>
  );
}
