/**
 * A part of a storage of the browser, which may be switched off (embedded browsers, private windows) or full; the page then works for as
 * long as it is open.
 */
function keptIn(area: () => Storage, prefix = '') {
  const memory = new Map<string, string>();
  const stored = (): string[] => {
    try {
      return Object.keys(area());
    } catch {
      return []; // storage is switched off
    }
  };
  const keys = (): string[] =>
    [...memory.keys(), ...stored()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  const remove = (key: string): void => {
    memory.delete(prefix + key);
    try {
      area().removeItem(prefix + key);
    } catch {
      return; // nothing can be in a storage that is switched off
    }
  };
  return {
    keys,
    remove,
    read(key: string): string | null {
      try {
        return memory.get(prefix + key) ?? area().getItem(prefix + key);
      } catch {
        return memory.get(prefix + key) ?? null; // storage is switched off
      }
    },
    write(key: string, value: string): void {
      try {
        area().setItem(prefix + key, value);
        memory.delete(prefix + key);
      } catch {
        memory.set(prefix + key, value); // storage is switched off or full
      }
    },
    clear: (): void => keys().forEach(remove),
  };
}

/** What the browser keeps between visits. */
const lasting = keptIn(() => localStorage);
export const { read: readStored, write: writeStored, remove: removeStored, clear: clearStored } = lasting;

/** What was typed into forms, until the tab is closed. */
export const drafts = keptIn(() => sessionStorage, 'draft.');

/** State of one tab, kept over a reload. */
export const tabState = keptIn(() => sessionStorage, 'tab.');

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
