/**
 * Reads and writes one browser storage, with a prefix for its keys. The storage may be disabled (embedded browsers,
 * private windows) or full. Values then live in memory until the page closes.
 */
function keptIn(area: () => Storage, prefix = '') {
  const memory = new Map<string, string>();
  const stored = (): string[] => {
    try {
      return Object.keys(area());
    } catch {
      return []; // the storage is disabled
    }
  };
  const keys = (): string[] =>
    [...memory.keys(), ...stored()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  const remove = (key: string): void => {
    memory.delete(prefix + key);
    try {
      area().removeItem(prefix + key);
    } catch {
      return; // a disabled storage holds no values
    }
  };
  return {
    keys,
    remove,
    read(key: string): string | null {
      try {
        return memory.get(prefix + key) ?? area().getItem(prefix + key);
      } catch {
        return memory.get(prefix + key) ?? null; // the storage is disabled
      }
    },
    write(key: string, value: string): void {
      try {
        area().setItem(prefix + key, value);
        memory.delete(prefix + key);
      } catch {
        memory.set(prefix + key, value); // the storage is disabled or full
      }
    },
    clear: (): void => keys().forEach(remove),
  };
}

/** Values that the browser keeps between visits. */
const lasting = keptIn(() => localStorage);
export const { read: readStored, write: writeStored, remove: removeStored, clear: clearStored } = lasting;

/** Drafts of forms. They live until the tab closes. */
export const drafts = keptIn(() => sessionStorage, 'draft.');

/** State of one tab, kept over a reload. */
export const tabState = keptIn(() => sessionStorage, 'tab.');

/** Parses the JSON of a stored value. Unreadable text (from another version or edited by hand) counts as absent. */
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

/**
 * A choice that survives a token reset. The reset empties the storage, so a cookie keeps a copy. boot.js reads the same
 * names.
 */
export type Choice = 'lang' | 'theme' | 'density';

export const readChoice = (name: Choice): string | null => readStored(`choice.${name}`) ?? readCookie(`choice.${name}`);

export function writeChoice(name: Choice, value: string): void {
  writeStored(`choice.${name}`, value);
  writeCookie(`choice.${name}`, value);
}
