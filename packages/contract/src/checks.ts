/**
 * The helper checks of the specification (section 5) as pure questions, for schemas and screens alike. Patterns are kept to the letter:
 * an address knows no "+", a numeric has no sign, and "12." and ".5" are none (decisions T25 and T41). Leaf file without zod.
 */

/** At least one letter, a to z alone. */
export const isLowercase = (value: string): boolean => /^[a-z]+$/.test(value);

export const isDigits = (value: string): boolean => /^\d+$/.test(value);

/** Something other than blanks. */
export const isNonEmpty = (value: string): boolean => value.trim() !== '';

/** Digits with an optional decimal part. */
export const isNumeric = (value: string): boolean => /^\d+(\.\d+)?$/.test(value);

/** Letters, digits, _ . - before the @, a domain, then a top level of 2 to 6 letters. */
export const isEmail = (value: string): boolean =>
  /^[A-Za-z0-9_.-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,6}$/.test(value);

/** 11 digits beginning with 1. */
export const isMobile = (value: string): boolean => /^1\d{10}$/.test(value);
