import { draftName } from '../../lib/session/session.ts';
import { shallowCopy } from '../../lib/shallow-copy.ts';
import { drafts } from '../../lib/storage.ts';

/** The draft of a form, or null. It belongs to the signed-in user and ends with sign-out or with the browser tab. */
export function readDraft(form: string): Record<string, unknown> | null {
  const name = draftName(form);
  const text = name === null ? null : drafts.read(name);
  if (text === null) return null;
  try {
    return shallowCopy(JSON.parse(text));
  } catch {
    return null; // another version of the form wrote it
  }
}

export function writeDraft(form: string, values: Record<string, unknown>): void {
  const name = draftName(form);
  if (name !== null) drafts.write(name, JSON.stringify(values));
}

export function dropDraft(form: string): void {
  const name = draftName(form);
  if (name !== null) drafts.remove(name);
}
