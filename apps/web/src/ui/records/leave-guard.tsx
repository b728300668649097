import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router';

/** An address, as far as it says which page and which record is open. */
export interface LeavePlace {
  readonly pathname: string;
  readonly search: string;
}

export interface LeaveGuard {
  /** Whether navigation from one place to the other would lose something. */
  holds(from: LeavePlace, to: LeavePlace): boolean;
  /** Asks the user. True when the navigation may continue. */
  ask(): Promise<boolean>;
}

/**
 * The router supports one blocker at a time. A form and a running
 * upload may both hold the page, so guards register here.
 */
const guards = new Set<LeaveGuard>();
let isGoing = false;

/**
 * Switches off the browser's question before the program reloads the page. Drafts keep the typed text, so the question
 * is wrong there. Cancelling it would also stop the reload.
 */
export function goWithoutAsking(): void {
  isGoing = true;
}

/**
 * Asks before another page opens while `holds` is true. While
 * `closing` is true, the browser asks before the tab closes.
 */
export function useLeaveGuard(guard: LeaveGuard & { closing(): boolean }): void {
  const holds = useEffectEvent(guard.holds);
  const ask = useEffectEvent(guard.ask);
  const closing = useEffectEvent(guard.closing);
  useEffect(() => {
    const mine: LeaveGuard = { holds: (from, to) => holds(from, to), ask: () => ask() };
    const onClose = (event: BeforeUnloadEvent) => {
      if (!isGoing && closing()) event.preventDefault();
    };
    guards.add(mine);
    window.addEventListener('beforeunload', onClose);
    return () => {
      guards.delete(mine);
      window.removeEventListener('beforeunload', onClose);
    };
  }, []);
}

/** Mounted once, around all pages. It holds the router's only blocker and asks the guards in turn. */
export function LeaveGate(): null {
  const held = useRef<LeaveGuard[]>([]);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    held.current = [...guards].filter((guard) => guard.holds(from, to));
    return held.current.length > 0;
  });
  const settle = useEffectEvent(async () => {
    if (blocker.state !== 'blocked') return;
    for (const guard of held.current) {
      if (await guard.ask()) continue;
      blocker.reset();
      return;
    }
    blocker.proceed();
  });
  useEffect(() => {
    if (blocker.state === 'blocked') void settle();
  }, [blocker.state]);
  return null;
}
