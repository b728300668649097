/** Milliseconds between the keys of a sequence. */
export const SEQUENCE_MS = 1500;

/** The keys of a sequence that were pressed so far. */
export interface Pending {
  readonly typed: string;
  /** Time of the last key in ms. */
  readonly at: number;
}

export const NOTHING: Pending = { typed: '', at: 0 };

export interface Pressed {
  readonly pending: Pending;
  /** The complete sequence, or null. */
  readonly hit: string | null;
  /** Whether the key belongs to a sequence, so that no other listener may see it. */
  readonly isTaken: boolean;
}

/**
 * The meaning of a key after the keys before it. `known` are sequences such as 'g t' and single keys such as '?'. A key that ends no
 * sequence begins a new one.
 */
export function press(before: Pending, key: string, now: number, known: readonly string[]): Pressed {
  const goesOn = before.typed !== '' && now - before.at <= SEQUENCE_MS;
  const typed = goesOn ? `${before.typed} ${key}` : key;
  if (known.includes(typed)) return { pending: NOTHING, hit: typed, isTaken: true };
  if (known.some((one) => one.startsWith(`${typed} `)))
    return { pending: { typed, at: now }, hit: null, isTaken: true };
  return goesOn ? press(NOTHING, key, now, known) : { pending: NOTHING, hit: null, isTaken: false };
}

/** A Chinese input method types these signs in the place of the ASCII ones. */
const FULL_WIDTH: Readonly<Record<string, string>> = { '？': '?', '【': '[', '、': '/' };

/** The key of an event as `press` expects it. */
export const keyOfEvent = ({ key }: Pick<KeyboardEvent, 'key'>): string =>
  key.length === 1 ? (FULL_WIDTH[key] ?? key.toLowerCase()) : key;
