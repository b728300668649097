import { useEffect, useEffectEvent, useState } from 'react';
import type { Off } from '@prdm/viewer';

/** The viewer, or one of its tools. */
interface Source<E extends string> {
  on(event: E, listener: () => void): Off;
}

/**
 * A state of the viewer that an event changes. It is also read when the subscription starts. The viewpoint of the
 * address is applied when the tools appear, and events before a subscription are lost.
 * @param source null while there is no viewer
 */
export function useFollowed<T, E extends string>(source: Source<E> | null, event: E, read: () => T): T {
  const [state, setState] = useState(read);
  const readNow = useEffectEvent(read);
  useEffect(() => {
    const follow = () => {
      const now = readNow();
      setState(() => now);
    };
    follow();
    return source?.on(event, follow);
  }, [source, event]);
  return state;
}
