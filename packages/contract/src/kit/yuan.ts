/**
 * Money. The database holds whole fen. The wire holds yuan as a text with two decimals, so no program reads an amount
 * as a floating-point number.
 */
export const YUAN = /^-?\d{1,12}\.\d{2}$/;

/** Fen of a text that matches YUAN. Exact: twelve digits before the point stay below 2^53. */
export const fenOf = (yuan: string): number => {
  const digits = Number(yuan.replace(/[-.]/g, ''));
  return yuan.startsWith('-') && digits !== 0 ? -digits : digits;
};

export const yuanOf = (fen: number): string => {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
