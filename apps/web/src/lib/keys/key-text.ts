/** Whether the machine has a Cmd key in the place of Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  Enter: '↵',
};

const ON_APPLE: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' };

const nameOf = (key: string, onApple: boolean): string =>
  (onApple ? ON_APPLE[key] : undefined) ?? NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/**
 * The key caps of a key: 'g t' gives [['G', 'T']], 'j | ArrowDown' gives [['J'], ['↓']], 'Ctrl+K' gives [['Ctrl', 'K']]. The outer list
 * holds alternatives.
 */
export const keyCaps = (key: string, onApple = isApple()): string[][] =>
  key.split(' | ').map((one) =>
    one
      .split(/ |(?<=.)\+(?=.)/)
      .filter((part) => part !== '')
      .map((part) => nameOf(part, onApple)),
  );

/** The key in a title: `New task (N T)`. */
export const withKey = (label: string, key: string): string => `${label} (${(keyCaps(key)[0] ?? []).join(' ')})`;
