import type { TemplateInfo, TestRun } from '@prdm/contract/processes/templates';

/**
 * The stages and carbon copies of a new task that takes a template, with the people whom the test run found. A stage
 * whose condition does not hold is left out. Copies that are chosen already stay.
 */
export function filledBy({ stages }: TemplateInfo, run: TestRun, copies: readonly number[]) {
  const found = new Map(run.stages.map((stage) => [stage.position, stage]));
  return {
    stages: stages.flatMap((stage, index) => {
      const here = found.get(index + 1);
      if (here?.omitted === true) return [];
      return {
        name: stage.name,
        sign_mode: stage.sign_mode,
        days: stage.days,
        allow_transfer: stage.allow_transfer,
        reject_to: stage.reject_to,
        separate: stage.separate,
        straight: stage.straight,
        cc_ids: here?.cc.map(({ id }) => id) ?? [],
        executor_ids: here?.people.map(({ id }) => id) ?? [],
      };
    }),
    cc_ids: [...new Set([...copies, ...run.cc_ids])],
  };
}

/** The running stages without people. */
export const emptyStages = (run: TestRun): TestRun['stages'] => run.stages.filter(({ red }) => red);
