import { Checkbox, Form, Input } from 'antd';
import { LIMITS } from '@prdm/contract/limits';
import { REJECT_TO } from '@prdm/contract/processes/kinds';
import { daysAllOrNone, executionDays } from '@prdm/contract/processes/templates';
import { SIGN_MODES } from '@prdm/contract/status';
import { translate, useT } from '../../../lib/i18n.ts';
import { FigureInput } from '../../../ui/form/figure-input.tsx';
import { rulesOfField, wireValue } from '../../../ui/form/rules.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import type { PersonOption } from '../../../ui/people/people-picker.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { StaffPicker } from '../../organisation/index.ts';
import './stage-editor.css';

/** The part of a stage's values that DAYS_RULE reads. */
interface StageValues {
  readonly days?: unknown;
}

/** The usual stage names: proofreading, review, approval (decisions.md section 6). Later stages get a number. */
const USUAL = ['tasks.form.stageUsual.1', 'tasks.form.stageUsual.2', 'tasks.form.stageUsual.3'] as const;

/** The new stage at position `n`, counted from 1. */
export const newStage = (n: number) => ({
  name: translate(USUAL[n - 1] ?? 'tasks.form.stageDefault', { n }),
  sign_mode: 'any',
  executor_ids: [],
  allow_transfer: true,
  reject_to: 'starter',
});

/** VA-006: a rule over all stages. A rule of one field cannot see the other stages. */
const DAYS_RULE = {
  validator: (_rule: unknown, stages: readonly StageValues[] = []) =>
    daysAllOrNone(stages.map(({ days }) => ({ days: wireValue(days) === undefined ? null : 0 })))
      ? Promise.resolve()
      : Promise.reject(new Error(translate('processes.daysAllOrNone'))),
};

/**
 * The stages of a review in order: name, reviewers, sign mode, days, transfer, and the target of a return. At least one
 * stage stays. `known` holds the present reviewers, including inactive ones.
 */
export function StageEditor({ projectId, known }: { projectId: number; known?: readonly PersonOption[] }) {
  const t = useT();
  return (
    <Form.List name="stages" rules={[DAYS_RULE]}>
      {(fields, { add, remove, move }, { errors }) => (
        <div className="stage-editor">
          {fields.map(({ key, name }, index) => (
            <fieldset
              key={key}
              className="stage-row"
              data-state="added"
              aria-label={t('tasks.form.stageN', { n: index + 1 })}
            >
              <span className="stage-row-number tabular">{index + 1}</span>
              <Form.Item
                name={[name, 'name']}
                label={t('tasks.form.stageName')}
                rules={[{ required: true, message: t('validation.required') }]}
              >
                <Input {...typedLength(LIMITS.nameMax)} />
              </Form.Item>
              <Form.Item
                name={[name, 'executor_ids']}
                label={t('tasks.form.stagePeople')}
                rules={[{ required: true, message: t('validation.required') }]}
                className="stage-row-people"
              >
                <StaffPicker multiple projectId={projectId} known={known} />
              </Form.Item>
              <Form.Item name={[name, 'sign_mode']} label={t('tasks.form.signMode')}>
                <Select options={SIGN_MODES.map((value) => ({ value, label: t(`processes.line.${value}`) }))} />
              </Form.Item>
              <Form.Item
                name={[name, 'days']}
                label={t('tasks.form.days')}
                tooltip={{ title: t('processes.daysHint'), icon: <Icon name="info" /> }}
                rules={rulesOfField(executionDays())}
              >
                <FigureInput />
              </Form.Item>
              <span className="stage-row-tools">
                <button
                  type="button"
                  className="icon-button"
                  disabled={index === 0}
                  aria-label={t('tasks.form.up')}
                  onClick={() => move(index, index - 1)}
                >
                  <Icon name="up" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  disabled={fields.length === 1}
                  aria-label={t('tasks.form.removeStage')}
                  onClick={() => remove(name)}
                >
                  <Icon name="close" />
                </button>
              </span>
              <div className="stage-row-more">
                <Form.Item name={[name, 'allow_transfer']} valuePropName="checked">
                  <Checkbox>{t('tasks.form.allowTransfer')}</Checkbox>
                </Form.Item>
                {/* Hidden but kept in the first stage, so that its value survives when the stage moves up and down. */}
                <Form.Item name={[name, 'reject_to']} label={t('tasks.form.rejectTo')} hidden={index === 0}>
                  <Select options={REJECT_TO.map((value) => ({ value, label: t(`tasks.form.rejectTos.${value}`) }))} />
                </Form.Item>
                {/* A template set these. The form keeps and sends them. */}
                {(['cc_ids', 'separate', 'straight'] as const).map((option) => (
                  <Form.Item key={option} name={[name, option]} hidden>
                    <KeptValue />
                  </Form.Item>
                ))}
              </div>
            </fieldset>
          ))}
          <div className="stage-editor-foot">
            <button
              type="button"
              className="button"
              data-state="add_btn"
              disabled={fields.length >= LIMITS.processStagesMax}
              onClick={() => add(newStage(fields.length + 1))}
            >
              <Icon name="plus" /> {t('tasks.form.addStage')}
            </button>
            <Form.ErrorList errors={errors} />
          </div>
        </div>
      )}
    </Form.List>
  );
}

/** A field without an input. */
function KeptValue() {
  return null;
}
