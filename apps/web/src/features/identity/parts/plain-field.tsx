import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import '../../../ui/look/plain.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly problem?: string | null;
  readonly hint?: string;
  /** Content at the end of the input, e.g. the button that shows the password. */
  readonly tail?: ReactNode;
}

/** A labelled input with hint and problem. It uses no component library. */
export function PlainField({ label, problem, hint, tail, ...input }: Props) {
  const id = useId();
  const below = [problem ? `${id}-problem` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="field" data-wrong={Boolean(problem)}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-input" data-tail={tail !== undefined}>
        <input
          id={id}
          className="input"
          aria-invalid={problem ? true : undefined}
          aria-describedby={below === '' ? undefined : below}
          {...input}
        />
        {tail}
      </div>
      {problem && (
        <p id={`${id}-problem`} className="field-problem" role="alert">
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
