import type { ProcessView } from '@prdm/contract/review';
import { Decide } from './decide.tsx';
import { AnswerTransfer, TakeBack } from './seat-transfer.tsx';
import { StarterActs } from './starter-acts.tsx';
import './decision.css';

/**
 * What the reader may do about a review now: decide or transfer their seat, answer or take back a transfer; whoever started it
 * reminds or withdraws. Nothing when it is not their turn.
 */
export function Decision({ process }: { process: ProcessView }) {
  return (
    <>
      <Turn process={process} />
      <StarterActs process={process} />
    </>
  );
}

function Turn({ process }: { process: ProcessView }) {
  const { can } = process;
  if (can.answer_seat_id !== null) return <AnswerTransfer process={process} seatId={can.answer_seat_id} />;
  if (can.take_back_seat_id !== null) return <TakeBack process={process} seatId={can.take_back_seat_id} />;
  if (can.decide_seat_id !== null) return <Decide process={process} seatId={can.decide_seat_id} />;
  return null;
}
