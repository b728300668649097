import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router';

export interface LeaveGuard {
  /** Whether going from one path to the other would lose something. */
  holds(from: string, to: string): boolean;
  /** Asks the person; true when the page may go. */
  ask(): Promise<boolean>;
}

/** The router obeys one blocker at a time, and a form and a running upload may both have something to lose. */
const guards = new Set<LeaveGuard>();
let isGoing = false;

/** The page is loaded anew and what was typed is kept: the browser's own question would only frighten, and hold the page on no. */
export function goWithoutAsking(): void {
  isGoing = true;
}

/** Asks before another page opens while `holds`; with `closing` the browser itself asks before the tab closes. */
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

/** Mounted once, around all pages: the router's only blocker, asking each guard that holds in turn. */
export function LeaveGate(): null {
  const held = useRef<LeaveGuard[]>([]);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    held.current = [...guards].filter((guard) => guard.holds(from.pathname, to.pathname));
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
