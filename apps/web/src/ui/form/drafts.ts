/** Drafts of forms, kept until the browser's tab closes. */
const PREFIX = 'draft.';

export function readDraft(key: string): Record<string, unknown> | null {
  const text = sessionStorage.getItem(PREFIX + key);
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as unknown;
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : null;
  } catch {
    return null; // written by another version of the form
  }
}

export const writeDraft = (key: string, values: Record<string, unknown>): void =>
  sessionStorage.setItem(PREFIX + key, JSON.stringify(values));

export const dropDraft = (key: string): void => sessionStorage.removeItem(PREFIX + key);
