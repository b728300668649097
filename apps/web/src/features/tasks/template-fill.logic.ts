import type { TemplateInfo } from '@prdm/contract/processes';

/**
 * The stages and carbon copies of a new task that takes a template. Former colleagues are left out. A stage whose people
 * the starter chooses is empty. Copies that are chosen already stay.
 */
export function filledBy({ stages, cc }: TemplateInfo, copies: readonly number[]) {
  return {
    stages: stages.map(({ executor_rule: _rule, executors, ...stage }) => ({
      ...stage,
      executor_ids: executors.filter(({ active }) => active).map(({ id }) => id),
    })),
    cc_ids: [...new Set([...copies, ...cc.map(({ id }) => id)])],
  };
}
