/** For ILIKE. A word is looked for as it stands: the pattern's own signs in it mean themselves. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
