import type { ReactNode } from 'react';
import { LIMITS } from '@prdm/contract/limits';

/** The text of a decision, with the refusal of the call below it. `children` stand between both. */
export function OpinionField(props: {
  label: string;
  value: string;
  problem: string | null;
  onChange: (text: string) => void;
  children?: ReactNode;
}) {
  return (
    <>
      <textarea
        rows={2}
        value={props.value}
        maxLength={LIMITS.commentMax}
        placeholder={props.label}
        aria-label={props.label}
        aria-invalid={props.problem !== null}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {props.children}
      {props.problem !== null && (
        <p className="decision-problem" role="alert">
          {props.problem}
        </p>
      )}
    </>
  );
}
