import type { RejectTo } from '@prdm/contract/processes/kinds';
import type { ReturnTo } from '@prdm/contract/processes/review';
import { fail } from '../../../platform/errors.ts';

/** Facts of a stage for the choice of a "not pass". */
export interface ReturningStage {
  readonly position: number;
  readonly originId: number;
  readonly rejectTo: RejectTo;
  readonly addedBy: number | null;
  readonly addedTo: number | null;
}

/** A target of a "not pass". `position` is null for the starter, whose choice ends the round. */
export interface ReturnPlace {
  readonly to: ReturnTo;
  readonly position: number | null;
}

const STARTER: ReturnPlace = { to: 'starter', position: null };

/**
 * Targets that the stage allows, the starter first. An added stage returns to the starter or to the stage that added it.
 * That stage follows it if it was added before.
 */
export function returnPlaces(stage: ReturningStage, stages: readonly ReturningStage[]): ReturnPlace[] {
  if (stage.addedBy !== null) {
    const asking = stages.find((one) => one.originId === stage.addedTo);
    return asking ? [STARTER, { to: 'stage', position: asking.position }] : [STARTER];
  }
  if (stage.rejectTo === 'starter' || stage.position === 1) return [STARTER];
  const previous: ReturnPlace = { to: 'previous', position: stage.position - 1 };
  if (stage.rejectTo === 'previous') return [STARTER, previous];
  const others = Array.from({ length: stage.position - 2 }, (_, at) => stage.position - 2 - at);
  return [STARTER, previous, ...others.map((position): ReturnPlace => ({ to: 'stage', position }))];
}

/**
 * Judges the input of a "not pass". Without `to` it is the previous stage if the stage allows it, else the starter. At
 * the first stage "previous" is the starter. Throws 1001 with `to` or `position`.
 */
export function returnTarget(
  stage: ReturningStage,
  stages: readonly ReturningStage[],
  input: { readonly to?: ReturnTo; readonly position?: number },
): ReturnPlace {
  const places = returnPlaces(stage, stages);
  if (input.position !== undefined && input.to !== 'stage') throw fail.invalid('position', 'processes.returnPosition');
  switch (input.to) {
    case 'starter':
      return STARTER;
    case undefined:
      return places.find(({ to }) => to === 'previous') ?? STARTER;
    case 'previous':
      if (stage.rejectTo === 'starter') throw fail.invalid('to', 'processes.rejectToNotAllowed');
      return places.find(({ to }) => to === 'previous') ?? STARTER;
    case 'stage': {
      if (stage.addedBy === null && stage.rejectTo !== 'any') throw fail.invalid('to', 'processes.returnNotAllowed');
      if (input.position === undefined) throw fail.invalid('position', 'validation.required');
      const place = places.find(({ position }) => position === input.position);
      if (!place) throw fail.invalid('position', 'processes.returnPosition');
      return { to: 'stage', position: input.position };
    }
  }
}
