import { onTabKey } from './tab-keys.ts';
import './segments.css';

export interface Segment<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A figure beside the label; nothing when undefined. */
  readonly count?: number | string;
}

/** Two to six lists that exclude each other, side by side; the chosen one belongs in the address. */
export function Segments<T extends string>(props: {
  label: string;
  value: T;
  options: readonly Segment<T>[];
  onChange: (value: T) => void;
}) {
  return (
    <div className="segments" role="tablist" aria-label={props.label} onKeyDown={onTabKey}>
      {props.options.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          role="tab"
          aria-selected={value === props.value}
          tabIndex={value === props.value ? 0 : -1}
          onClick={() => props.onChange(value)}
        >
          {label}
          {count !== undefined && count !== 0 && <span className="segment-count tabular">{count}</span>}
        </button>
      ))}
    </div>
  );
}
