import type { ReactNode, Ref } from 'react';
import { LIMITS } from '@prdm/contract/limits';

/** The text of a decision, with the refusal of the call below it. `children` stand between both. */
export function OpinionField({
  label,
  value,
  problem,
  onChange,
  field,
  children,
}: {
  label: string;
  value: string;
  problem: string | null;
  onChange: (text: string) => void;
  field?: Ref<HTMLTextAreaElement>;
  children?: ReactNode;
}) {
  return (
    <>
      <textarea
        ref={field}
        rows={2}
        value={value}
        maxLength={LIMITS.commentMax}
        placeholder={label}
        aria-label={label}
        aria-invalid={problem !== null}
        onChange={(event) => onChange(event.target.value)}
      />
      {children}
      {problem !== null && (
        <p className="decision-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
