import { useRef, useState } from 'react';

/**
 * Lets an action begin only when its last one has ended. Locked from the first click on: a call's own `isPending` comes too late where
 * something else is awaited before it, and a key sends without asking whether the button is locked.
 */
export function useLocked(): readonly [locked: boolean, run: (action: () => Promise<void>) => Promise<void>] {
  const running = useRef(false);
  const [locked, setLocked] = useState(false);
  const run = async (action: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setLocked(true);
    try {
      await action();
    } finally {
      running.current = false;
      setLocked(false);
    }
  };
  return [locked, run];
}
