import type { ProcessView } from '@prdm/contract/review';

type Stage = ProcessView['stages'][number];
type Seat = Stage['seats'][number];

/** A seat of the present round with its stage. */
export function seatIn(process: ProcessView, seatId: number): { stage: Stage; seat: Seat } | null {
  for (const stage of process.stages) {
    const seat = stage.seats.find(({ id }) => id === seatId);
    if (seat) return { stage, seat };
  }
  return null;
}
