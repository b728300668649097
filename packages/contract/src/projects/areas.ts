/** Area rules shared by screen and server. This file has no zod. */

/** Units of land and built areas: square metre, 10,000 square metres, hectare, mu (2000/3 square metres). */
export const AREA_UNITS = ['m2', 'wan_m2', 'ha', 'mu'] as const;
export type AreaUnit = (typeof AREA_UNITS)[number];

/** In thirds of a hundredth of a square metre, because a mu has no finite decimal. Whole numbers compare exactly. */
const THIRDS: Readonly<Record<AreaUnit, bigint>> = { m2: 3n, wan_m2: 30_000n, ha: 30_000n, mu: 2_000n };

/** The largest area that is stored: 12 digits before the point, two after it. */
export const AREA_MAX = 999_999_999_999.99;

const WRITTEN = /^(\d+)(?:\.(\d+))?$/;

/**
 * An area as stored: two decimals, rounded half up (1.005 becomes 1.01). It works on the digits, because 1.005 has no
 * exact binary form. Null for text that is no number or exceeds AREA_MAX.
 */
export function roundedArea(written: string): string | null {
  const [, whole, decimals = ''] = WRITTEN.exec(written) ?? [];
  if (whole === undefined) return null;
  const cents = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0')) + (/^..[5-9]/.test(decimals) ? 1n : 0n);
  const digits = String(cents).padStart(3, '0');
  if (digits.length > 14) return null;
  return decimals.length > 2 ? `${digits.slice(0, -2)}.${digits.slice(-2)}` : written;
}

const isAreaUnit = (unit: unknown): unit is AreaUnit => typeof unit === 'string' && unit in THIRDS;

/** Null while the value is not readable. */
function exactArea(value: unknown, unit: unknown): bigint | null {
  const area = roundedArea(String(value ?? '').trim());
  if (area === null || !isAreaUnit(unit)) return null;
  const [whole = '0', parts = ''] = area.split('.');
  return BigInt(whole + parts.padEnd(2, '0')) * THIRDS[unit];
}

/**
 * Whether the modelled floor area exceeds the built area, which is allowed and unusual. A form checks during typing,
 * the server on save.
 */
export function isBimLargerThanBuilt(sheet: {
  readonly bim_area?: unknown;
  readonly bim_area_unit?: unknown;
  readonly build_area?: unknown;
  readonly build_area_unit?: unknown;
}): boolean {
  const modelled = exactArea(sheet.bim_area, sheet.bim_area_unit);
  const built = exactArea(sheet.build_area, sheet.build_area_unit);
  return modelled !== null && built !== null && modelled > built;
}
