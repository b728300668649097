import type { TemplateInfo } from '@prdm/contract/processes';

/**
 * The stages and carbon copies of a new task that takes a template. Former colleagues are left out. A stage whose people
 * the starter chooses is empty. Copies that are chosen already stay.
 */
export function filledBy({ stages, cc }: TemplateInfo, copies: readonly number[]) {
  return {
    stages: stages.map(({ executors, cc: copied, ...stage }) => ({
      name: stage.name,
      sign_mode: stage.sign_mode,
      days: stage.days,
      allow_transfer: stage.allow_transfer,
      reject_to: stage.reject_to,
      separate: stage.separate,
      straight: stage.straight,
      cc_ids: copied.map(({ id }) => id),
      executor_ids: executors.filter(({ active }) => active).map(({ id }) => id),
    })),
    cc_ids: [...new Set([...copies, ...cc.map(({ id }) => id)])],
  };
}
