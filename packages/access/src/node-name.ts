const DEFAULT_PREFIX = 'home';

/** The full name of a node, as roles store it. */
export const nodeName = (action: string, prefix: string = DEFAULT_PREFIX): string => `${prefix}-${action}`;

/** A to Z only: Unicode case folding maps other letters to ASCII (the Kelvin sign to k, a dotted capital I to i). */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
