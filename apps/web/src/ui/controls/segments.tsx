import { onTabKey } from './tab-keys.ts';
import './segments.css';

export interface Segment<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A count beside the label. Undefined and 0 show none. */
  readonly count?: number | string;
}

/** Two to six tabs side by side, of which one is chosen. Keep the choice in the address. */
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
