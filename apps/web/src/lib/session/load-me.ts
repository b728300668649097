import { call } from '../api/call.ts';
import { publicCalls } from './public-calls.ts';
import { meetPerson } from './session.ts';

let asking: Promise<void> | null = null;
let next: Promise<void> | null = null;

/**
 * Loads the signed-in user. Concurrent calls share one request. Example: the answer of this request replaces the token,
 * and the replacement calls this function again. Throws CallError with the server's message.
 */
export function loadMe(): Promise<void> {
  asking ??= call(publicCalls.info, {}, { asGuard: true })
    .then(meetPerson)
    .finally(() => {
      asking = null;
    });
  return asking;
}

/**
 * Loads the user again after a change of rights, e.g. after the user created, joined or left a project. A request under
 * way may have read the old rights, so one more follows it. All callers share that one.
 */
export function reloadMe(): Promise<void> {
  if (asking === null) return loadMe();
  const again = (): Promise<void> => {
    next = null;
    return loadMe();
  };
  next ??= asking.then(again, again);
  return next;
}
