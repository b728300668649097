import type { ProcessView } from '@prdm/contract/processes/review';
import { Decide } from './decide.tsx';
import { AnswerTransfer, TakeBack } from './assignment-transfer.tsx';
import { StarterActs } from './starter-acts.tsx';
import './decision.css';

/**
 * The actions that the reader has in a review now. A reviewer decides, transfers, and answers or withdraws a transfer.
 * The submitter reminds or withdraws. A reader without an action sees nothing.
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
  if (can.answer_seat_id !== null) return <AnswerTransfer process={process} assignmentId={can.answer_seat_id} />;
  if (can.take_back_seat_id !== null) return <TakeBack process={process} assignmentId={can.take_back_seat_id} />;
  if (can.decide_seat_id !== null) return <Decide process={process} assignmentId={can.decide_seat_id} />;
  return null;
}
