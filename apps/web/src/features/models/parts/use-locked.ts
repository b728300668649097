import { useRef, useState } from 'react';

/**
 * Runs an action only after the previous one has ended. The lock starts with the first click. The `isPending` of a call
 * is too late when another promise is awaited before it. A shortcut does not check whether the button is locked.
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
