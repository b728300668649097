import { Form } from 'antd';
import { useMemo, useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { roleIndex } from '@prdm/contract/organisation';
import type { ProcessKind } from '@prdm/contract/processes/kinds';
import { daysAllOrNone } from '@prdm/contract/processes/templates';
import { translate, useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/session/access.ts';
import { wireValue } from '../../../ui/form/rules.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import type { PersonOption } from '../../../ui/people/people-picker.tsx';
import { staffOptions, useRoles, useStaffTree } from '../../organisation/index.ts';
import { CHAIN_LENGTH, newTemplateStage, openAfterMove, qualityChain, type StageValues } from '../templates.logic.ts';
import { StageNode } from './stage-node.tsx';
import './stage-editor.css';

/** VA-006: a rule over all stages. A rule of one field cannot see the other stages. */
const DAYS_RULE = {
  validator: (_rule: unknown, stages: readonly StageValues[] = []) =>
    daysAllOrNone(stages.map(({ days }) => ({ days: wireValue(days) === undefined ? null : 0 })))
      ? Promise.resolve()
      : Promise.reject(new Error(translate('processes.daysAllOrNone'))),
};

/**
 * The stages of a template as a vertical list. A node is `added` (a card with the summary), `current` (its fields are
 * open) or `add_btn`, the last one (specification, process states). The handle moves a stage by pointer or arrow keys.
 */
export function StageEditor({
  known = [],
  knownRoles = [],
  kind,
  startsOpen,
}: {
  known?: readonly PersonOption[];
  knownRoles?: readonly { readonly id: number; readonly name: string }[];
  kind: ProcessKind;
  startsOpen: boolean;
}) {
  const t = useT();
  const form = Form.useFormInstance();
  const tree = useStaffTree().data;
  const names = useMemo(
    () => new Map([...known, ...staffOptions(tree, new Set())].map(({ id, name }) => [id, name])),
    [known, tree],
  );
  const listed = useRoles(useMay()(roleIndex)).data?.list;
  const roles = useMemo(
    () => new Map([...knownRoles, ...(listed ?? [])].map(({ id, name }) => [id, name])),
    [knownRoles, listed],
  );
  const [open, setOpen] = useState<number | null>(startsOpen ? 0 : null);
  const [told, setTold] = useState('');
  return (
    <Form.List name="stages" rules={[DAYS_RULE]}>
      {(fields, { add, remove, move }, { errors }) => {
        const shift = (from: number, to: number): void => {
          if (to < 0 || to >= fields.length || to === from) return;
          move(from, to);
          setOpen((before) => openAfterMove(before, from, to));
          setTold(t('templates.movedTo', { n: to + 1, total: fields.length }));
        };
        return (
          <section className="stage-nodes" aria-label={t('templates.field.stages')}>
            <h2 className="stage-nodes-title">{t('templates.field.stages')}</h2>
            <ol>
              {fields.map(({ key, name }, index) => (
                <StageNode
                  key={key}
                  name={name}
                  index={index}
                  count={fields.length}
                  names={names}
                  known={known}
                  roles={roles}
                  kind={kind}
                  isCurrent={open === index}
                  onToggle={() => setOpen(open === index ? null : index)}
                  onMove={(to) => shift(index, to)}
                  onRemove={() => {
                    remove(name);
                    setOpen((before) =>
                      before === null || before < index ? before : before === index ? null : before - 1,
                    );
                  }}
                />
              ))}
              <li className="stage-node" data-state="add_btn">
                <span className="stage-node-dot" aria-hidden="true">
                  <Icon name="plus" />
                </span>
                <button
                  type="button"
                  className="button"
                  disabled={fields.length >= LIMITS.processStagesMax}
                  onClick={() => {
                    add(newTemplateStage(fields.length + 1));
                    setOpen(fields.length);
                  }}
                >
                  {t('templates.addStage')}
                </button>
                {fields.length === 1 && (
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => {
                      form.setFieldValue('stages', qualityChain());
                      setOpen(null);
                    }}
                  >
                    {t('templates.fillChain', { n: CHAIN_LENGTH })}
                  </button>
                )}
              </li>
            </ol>
            <Form.ErrorList errors={errors} />
            <p className="visually-hidden" role="status" aria-live="assertive">
              {told}
            </p>
          </section>
        );
      }}
    </Form.List>
  );
}
