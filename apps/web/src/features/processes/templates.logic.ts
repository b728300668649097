import { ROLE_RULES, type ExecutorRule, type RejectTo } from '@prdm/contract/processes/kinds';
import type { TemplateInfo, templateAdd } from '@prdm/contract/processes/templates';
import type { Condition } from '@prdm/contract/processes/conditions';
import type { SignMode } from '@prdm/contract/status';
import type { InputOf } from '../../lib/api/call.ts';
import { translate } from '../../lib/i18n.ts';

export type TemplateValues = InputOf<typeof templateAdd>;

/** The form values of one stage of a template. */
export interface StageValues {
  readonly name?: string;
  readonly executor_rule: ExecutorRule;
  readonly executor_ids: readonly number[];
  readonly sign_mode: SignMode;
  readonly days?: number | string | null;
  readonly allow_transfer: boolean;
  readonly reject_to: RejectTo;
  readonly role_id?: number | null;
  readonly by_profession?: boolean;
  readonly conditions?: readonly Partial<Condition>[];
  readonly cc_ids?: readonly number[];
  readonly separate?: boolean;
  readonly straight?: boolean;
}

/** The stage as it is sent. The form keeps a role that the present rule does not use; the call refuses it. */
export const sentStage = ({ role_id, ...stage }: StageValues): StageValues =>
  ROLE_RULES.includes(stage.executor_rule) ? { ...stage, role_id } : stage;

/** True if the stage has an option that most stages do not use. */
export const hasOptions = ({ conditions, cc_ids, separate, straight }: StageValues): boolean =>
  (conditions?.length ?? 0) > 0 || (cc_ids?.length ?? 0) > 0 || separate === true || straight === true;

/** The quality chain of a design institute (decisions.md section 6). The first stage is the designer's own check. */
const USUAL = [
  'templates.usual.1',
  'templates.usual.2',
  'templates.usual.3',
  'templates.usual.4',
  'templates.usual.5',
] as const;
export const CHAIN_LENGTH = USUAL.length;

/** The new stage at position `n`, counted from 1. The starter of a review chooses its people. */
export const newTemplateStage = (n: number): StageValues => ({
  name: translate(USUAL[n - 1] ?? 'templates.usual.more', { n }),
  executor_rule: 'chosen',
  executor_ids: [],
  sign_mode: 'any',
  allow_transfer: true,
  reject_to: 'starter',
});

/** The five stages of the chain, for a new template. */
export const qualityChain = (): StageValues[] =>
  Array.from({ length: CHAIN_LENGTH }, (_, index) => newTemplateStage(index + 1));

export const templateValues = (info: TemplateInfo) => ({
  name: info.name,
  kind: info.kind,
  cc_ids: info.cc.map(({ id }) => id),
  conditions: info.conditions,
  is_default: info.is_default,
  sort: info.sort,
  stages: info.stages.map(({ executors, role, cc, ...stage }) => ({
    ...stage,
    executor_ids: executors.map(({ id }) => id),
    role_id: role?.id,
    cc_ids: cc.map(({ id }) => id),
  })),
});

/** The index of the open stage after a move. */
export function openAfterMove(open: number | null, from: number, to: number): number | null {
  if (open === null) return null;
  if (open === from) return to;
  if (from < open && to >= open) return open - 1;
  if (from > open && to <= open) return open + 1;
  return open;
}
