import { useEffect, useMemo, useRef } from 'react';
import { hashKey } from '@tanstack/react-query';

/** A change that may be sent again with the same key. The server then does it once (docs/domains/repeat-safe.md). */
export interface Repeat {
  /** The header Idempotency-Key. */
  readonly key: string;
  /** False after the user left the place of the change. The call is then not sent again. */
  readonly isWanted: () => boolean;
}

/** Pauses before the first and the second repeat of a call without an answer, in milliseconds. */
export const PAUSES_MS: readonly number[] = [600, 2400];

const KEY_BYTES = 16;

/** A random key. `crypto.randomUUID` does not exist on a LAN server without https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The repeat of one click that no form holds. */
export const oneClick = (): Repeat => ({ key: newKey(), isWanted: () => true });

/**
 * Keys of one form or button. A key lives until its input succeeds. So a second "save" after a lost answer has the same
 * key, and a new entry with equal content has another one.
 */
export function useRepeats<Input>() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const keys = useRef(new Map<string, { key: string; sent: number }>());
  return useMemo(
    () => ({
      /** Runs one call with the key of this input. */
      async during<T>(input: Input, send: (repeat: Repeat) => Promise<T>): Promise<T> {
        const name = hashKey([input]);
        const held = keys.current.get(name) ?? { key: newKey(), sent: 0 };
        keys.current.set(name, held);
        held.sent += 1;
        try {
          const answer = await send({ key: held.key, isWanted: () => isHere.current });
          // A success ends the key, and those of earlier inputs that failed and were changed.
          for (const [other, { sent }] of keys.current) if (other === name || sent === 0) keys.current.delete(other);
          return answer;
        } finally {
          held.sent -= 1;
        }
      },
    }),
    [],
  );
}

let isLeaving = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => (isLeaving = true));
  window.addEventListener('pageshow', () => (isLeaving = false));
}

/** Waits before a repeat. False if the call is not wanted any more, or the browser has no network. */
export async function isStillWanted(
  { isWanted }: Repeat,
  pauseMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const stays = () => isWanted() && !isLeaving && signal?.aborted !== true;
  if (!stays()) return false;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return stays() && navigator.onLine !== false;
}
