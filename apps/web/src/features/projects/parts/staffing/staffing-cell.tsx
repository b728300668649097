import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useT } from '../../../../lib/i18n.ts';
import type { PersonOption } from '../../../../ui/people/people-picker.tsx';
import { StaffPicker } from '../../../organisation/index.ts';

/** One cell: the names, and a picker while the cell is open. */
export function StaffingCell(props: {
  projectId: number;
  /** Discipline and role, for the names of button and picker. */
  label: string;
  userIds: readonly number[];
  nameOf: (id: number) => string;
  known: readonly PersonOption[];
  isChanged: boolean;
  isClashed: boolean;
  isOpen: boolean;
  /** The cell takes part in the order of Tab. In a matrix only one does. */
  isTabStop: boolean;
  /** The cell takes the focus. */
  isFocused: boolean;
  onOpen: () => void;
  onClose: (focusStays: boolean) => void;
  onChange: (userIds: number[]) => void;
  onKey?: (event: KeyboardEvent) => void;
}) {
  const t = useT();
  const { userIds, isOpen, isFocused } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused && !isOpen) button.current?.focus();
  }, [isFocused, isOpen]);
  if (isOpen)
    return (
      <div
        className="staffing-picker"
        // Before the picker, which would close its list alone.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          props.onClose(true);
        }}
        // A press on another cell closes this one with its click. Closing earlier would move that cell below the pointer.
        onBlur={({ currentTarget, relatedTarget }) => {
          const grid = currentTarget.closest('[data-staffing]');
          if (!(relatedTarget instanceof Node && grid?.contains(relatedTarget))) props.onClose(false);
        }}
      >
        <StaffPicker
          multiple
          startOpen
          nearProject={props.projectId}
          known={props.known}
          value={userIds}
          onChange={props.onChange}
          aria-label={props.label}
        />
      </div>
    );
  const names = userIds.map(props.nameOf);
  return (
    <button
      ref={button}
      type="button"
      className="staffing-cell"
      data-changed={props.isChanged}
      data-clashed={props.isClashed}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-label={`${props.label}: ${names.length === 0 ? t('projects.staffing.nobody') : names.join(t('projects.overview.and'))}`}
      onClick={props.onOpen}
      onKeyDown={props.onKey}
    >
      {names.length === 0 ? (
        <span className="staffing-nobody" aria-hidden="true">
          +
        </span>
      ) : (
        names.map((name, at) => <span key={userIds[at]}>{name}</span>)
      )}
    </button>
  );
}
