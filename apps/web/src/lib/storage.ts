/**
 * What the browser keeps between visits. Storage may be switched off (embedded browsers, private windows); the page then
 * works for as long as it is open.
 */
const memory = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null; // storage is switched off
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value); // storage is switched off or full
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    return; // nothing can be in a storage that is switched off
  }
}

export function clearStored(): void {
  memory.clear();
  try {
    localStorage.clear();
  } catch {
    return; // nothing can be in a storage that is switched off
  }
}

/** JSON of a stored value; what cannot be read (another version wrote it, somebody edited it) counts as absent. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const YEAR_SECONDS = 365 * 24 * 3600;

export function readCookie(name: string): string | null {
  const start = `${encodeURIComponent(name)}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(start));
  return found === undefined ? null : decodeURIComponent(found.slice(start.length));
}

export function writeCookie(name: string, value: string): void {
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  document.cookie = `${pair}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** A reader's choice that outlives a token reset, which empties the storage: kept there and in a cookie. boot.js reads the same names. */
export type Choice = 'lang' | 'theme' | 'density';

export const readChoice = (name: Choice): string | null => readStored(`choice.${name}`) ?? readCookie(`choice.${name}`);

export function writeChoice(name: Choice, value: string): void {
  writeStored(`choice.${name}`, value);
  writeCookie(`choice.${name}`, value);
}
