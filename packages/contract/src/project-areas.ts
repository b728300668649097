/** Rules about areas that screen and server share. Leaf file without zod. */

/** Units of land and built areas: square metre, 10,000 square metres, hectare, mu (2000/3 square metres). */
export const AREA_UNITS = ['m2', 'wan_m2', 'ha', 'mu'] as const;
export type AreaUnit = (typeof AREA_UNITS)[number];

/** In thirds of a hundredth of a square metre, because a mu has no finite decimal: whole numbers compare exactly. */
const THIRDS: Readonly<Record<AreaUnit, bigint>> = { m2: 3n, wan_m2: 30_000n, ha: 30_000n, mu: 2_000n };

const WRITTEN = /^\d{1,12}(\.\d{1,2})?$/;
const isAreaUnit = (unit: unknown): unit is AreaUnit => typeof unit === 'string' && unit in THIRDS;

/** null while nothing readable stands there. */
function exactArea(value: unknown, unit: unknown): bigint | null {
  const written = String(value ?? '').trim();
  if (!WRITTEN.test(written) || !isAreaUnit(unit)) return null;
  const [whole = '0', parts = ''] = written.split('.');
  return BigInt(whole + parts.padEnd(2, '0')) * THIRDS[unit];
}

/** More floor area modelled than is built: allowed and unusual. A form asks while it is typed, the server when it is saved. */
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
