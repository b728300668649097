import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import './popup.css';

export interface PopupHandle {
  readonly close: () => void;
}

/**
 * A button with a panel below it. The panel closes on a click outside, on
 * Esc and when the focus leaves it. Esc returns the focus to the button.
 */
export function Popup(props: {
  label: string;
  /** Name of the panel where it differs from that of the button. */
  panelLabel?: string;
  button: ReactNode;
  className?: string;
  align?: 'left' | 'right';
  /** 'menu' for a list of commands, 'dialog' for any other content. */
  kind: 'menu' | 'dialog';
  children: (handle: PopupHandle) => ReactNode;
  onOpen?: () => void;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  useClickOutside(root, open, close);
  useMenuKeys(root, open && props.kind === 'menu');
  const toggle = () => {
    if (!open) props.onOpen?.();
    setOpen(!open);
  };
  return (
    <div
      ref={root}
      className="popup"
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to !== null && !event.currentTarget.contains(to)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={props.className}
        aria-label={props.label}
        aria-haspopup={props.kind}
        aria-expanded={open}
        onClick={toggle}
      >
        {props.button}
      </button>
      {open && (
        <Panel align={props.align ?? 'right'} kind={props.kind} label={props.panelLabel ?? props.label}>
          {props.children({ close })}
        </Panel>
      )}
    </div>
  );
}

/** Distance in px between a panel and the edge of its visible area. */
const EDGE = 8;

/**
 * Left and right edge, in px, of the area where the element is
 * visible. The window and every clipping ancestor limit it.
 */
function sidesAround(element: HTMLElement): { left: number; right: number } {
  const sides = { left: 0, right: document.documentElement.clientWidth };
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (box === document.documentElement || getComputedStyle(box).overflowX === 'visible') continue;
    const { left, right } = box.getBoundingClientRect();
    sides.left = Math.max(sides.left, left);
    sides.right = Math.min(sides.right, right);
  }
  return sides;
}

/** The panel. It shifts sideways where the window or an ancestor would clip it. */
function Panel(props: { align: 'left' | 'right'; kind: 'menu' | 'dialog'; label: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const { left, right } = element.getBoundingClientRect();
    const around = sidesAround(element);
    const shift = Math.max(around.left + EDGE - left, 0) || Math.min(around.right - EDGE - right, 0);
    // `translate` leaves `transform` to the opening animation.
    if (shift !== 0) element.style.translate = `${shift}px`;
  }, []);
  return (
    <div ref={panel} className="popup-panel" data-align={props.align} role={props.kind} aria-label={props.label}>
      {props.children}
    </div>
  );
}

function useClickOutside(root: { current: HTMLElement | null }, active: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!active) return;
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) closeNow();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [active, root]);
}

const ITEMS = '[role^="menuitem"]:not([aria-disabled="true"])';

/** Arrow keys, Home and End move the focus in an open menu. The first entry gets the focus on opening. */
function useMenuKeys(root: { current: HTMLElement | null }, active: boolean): void {
  useEffect(() => {
    const element = root.current;
    if (!active || element === null) return;
    const items = () => [...element.querySelectorAll<HTMLElement>(ITEMS)];
    items()[0]?.focus();
    const onKey = (event: KeyboardEvent) => {
      const all = items();
      const at = all.indexOf(document.activeElement as HTMLElement);
      const to = {
        ArrowDown: at + 1,
        ArrowRight: at + 1,
        ArrowUp: at - 1,
        ArrowLeft: at - 1,
        Home: 0,
        End: all.length - 1,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      all.at(to % all.length)?.focus();
    };
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('keydown', onKey);
      // Closing removes the focused entry, and the browser moves the
      // focus to the body. The focus then returns to the button.
      if (document.activeElement === document.body) element.querySelector('button')?.focus();
    };
  }, [active, root]);
}

/** A command of a menu. With `checked` it is a radio option. */
export function MenuItem(props: {
  children: ReactNode;
  icon?: ReactNode;
  checked?: boolean;
  danger?: boolean;
  onSelect: () => void;
}) {
  return (
    <button
      type="button"
      className="menu-item"
      role={props.checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={props.checked}
      data-danger={props.danger}
      tabIndex={-1}
      onClick={props.onSelect}
    >
      <span className="menu-item-icon">{props.checked === true ? '✓' : props.icon}</span>
      {props.children}
    </button>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="menu-group">
      <p className="menu-group-label" aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  );
}

/** A line of radio options inside a menu. */
export function MenuChoice<T extends string>(props: {
  label: string;
  options: readonly { value: T; label: string; icon?: ReactNode; lang?: string }[];
  value: T;
  onChoose: (value: T) => void;
}) {
  return (
    <div role="group" aria-label={props.label} className="menu-choice">
      <span className="menu-choice-label" aria-hidden="true">
        {props.label}
      </span>
      <span className="menu-choice-options">
        {props.options.map(({ value, label, icon, lang }) => (
          <button
            key={value}
            type="button"
            role="menuitemradio"
            aria-checked={value === props.value}
            aria-label={label}
            title={label}
            lang={lang}
            tabIndex={-1}
            onClick={() => props.onChoose(value)}
          >
            {icon ?? label}
          </button>
        ))}
      </span>
    </div>
  );
}
