import { Form } from 'antd';
import type { Rule } from 'antd/es/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { standardName, translate, useT } from '../../../lib/i18n.ts';
import { useProfessions } from '../../config/index.ts';
import { useProject } from '../../projects/index.ts';
import { proposedStages, refilled } from '../stage-proposals.ts';
import { isSame } from '../task-form.logic.ts';
import { newStage } from './stage-editor.tsx';

type Stage = ReturnType<typeof newStage> & { executor_ids: readonly number[] };

/** The latest proposed stages, and whether the form shows the hint for the proposed stage of the project. */
export interface ProposalState {
  readonly last: readonly Stage[];
  readonly setLast: (stages: readonly Stage[]) => void;
  readonly hasStage: boolean;
  readonly setHasStage: (has: boolean) => void;
  /**
   * Requires an executor while the first stage is a proposal. Without one, the proposed reviewers would also execute
   * the task.
   */
  readonly executorRule: Rule;
}

const isProposal = (stage: Stage | undefined, last: readonly Stage[]): boolean =>
  stage !== undefined && stage.executor_ids.length > 0 && last.some((proposed) => isSame(proposed, stage));

export function useProposals(): ProposalState {
  const [last, setLast] = useState<readonly Stage[]>(() => [newStage(1)]);
  const [hasStage, setHasStage] = useState(false);
  const executorRule: Rule = ({ getFieldValue }) => ({
    validator: (_rule: unknown, ids: readonly number[] | undefined) => {
      const [first] = (getFieldValue('stages') ?? []) as Stage[];
      if ((ids ?? []).length > 0 || !isProposal(first, last)) return Promise.resolve();
      return Promise.reject(new Error(translate('tasks.form.executorNeeded')));
    },
  });
  return { last, setLast, hasStage, setHasStage, executorRule };
}

/**
 * Fills a new task. Its stage is the project's stage. Its reviewers are the holders of the checking roles in its
 * discipline. Values that the user typed or chose stay. The hint names the source of the reviewers.
 */
export function Proposals({ projectId, proposals }: { projectId: number; proposals: ProposalState }) {
  const t = useT();
  const form = Form.useFormInstance();
  const { info, members } = useProject(projectId);
  const professions = useProfessions().data?.list;
  const professionId = Form.useWatch<number | null | undefined>('profession_id', form) ?? undefined;
  const executors = Form.useWatch<readonly number[] | undefined>('executor_ids', form);
  const stageId = Form.useWatch<number | undefined>('stage_id', form);
  // `preserve` reads the value from the store. Without it, a field that unmounts gives only a part: a stage without its
  // people.
  const stages = Form.useWatch<readonly Stage[] | undefined>('stages', { form, preserve: true });
  const { last, setLast, setHasStage } = proposals;

  const current = info?.stage_id ?? undefined;
  useEffect(() => {
    if (current === undefined || form.isFieldTouched('stage_id')) return;
    if ((form.getFieldValue('stage_id') ?? null) !== null) return;
    form.setFieldValue('stage_id', current);
  }, [form, current]);
  useEffect(() => {
    setHasStage(current !== undefined && stageId === current);
  }, [setHasStage, current, stageId]);

  const propose = useEffectEvent(() => {
    const next: Stage[] = proposedStages({ members, professionId, executorIds: executors ?? [] }, newStage);
    const before = (form.getFieldValue('stages') ?? []) as Stage[];
    const after = refilled(before, { last, next });
    setLast(next);
    if (!isSame(before, after)) form.setFieldValue('stages', after);
  });
  useEffect(() => propose(), [members, professionId, executors]);

  const profession = professions?.find(({ id }) => id === professionId)?.name;
  const isProposed = (stages ?? []).some((stage) => isProposal(stage, last));
  if (profession === undefined || !isProposed) return null;
  return (
    <p className="task-form-hint">{t('tasks.form.proposed', { profession: standardName('profession', profession) })}</p>
  );
}
