import { call } from '../api/call.ts';
import { publicCalls } from './public-calls.ts';
import { meetPerson } from './session.ts';

let asking: Promise<void> | null = null;
let next: Promise<void> | null = null;

/**
 * Asks who is signed in. Calls at the same time share one question: an answer that replaces the token asks for a reload while
 * its own question may still be running. Throws CallError with the server's message.
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
 * The rights in projects come with that answer: whoever made, joined or left a project needs them anew. A question that is under way may
 * have been answered before the change, so another one follows it, one for all who want it.
 */
export function loadMeAnew(): Promise<void> {
  if (asking === null) return loadMe();
  const again = (): Promise<void> => {
    next = null;
    return loadMe();
  };
  next ??= asking.then(again, again);
  return next;
}
