import { COST_LEVELS, missingBp, type BaseTax, type CostLevel, type CostRole } from '@prdm/contract/config/cost';

/** A part of a level that names an entry of a dictionary. */
export interface EntryPart {
  readonly id: number;
  readonly bp: number;
}
export interface RolePart {
  readonly role: CostRole;
  readonly bp: number;
}

/** The content of a version. Ratios are whole ten-thousandths, amounts whole fen. */
export interface CostContent {
  readonly stages: readonly EntryPart[];
  readonly professions: readonly EntryPart[];
  readonly roles: readonly RolePart[];
  readonly feeBp: number;
  readonly baseTax: BaseTax;
  readonly advanceLimitFen: number;
  readonly contractThresholdFen: number;
}

/** The version of a type (null: the default) from a day on. Days are 'YYYY-MM-DD' in Asia/Shanghai. */
export interface Dated {
  readonly projectTypeId: number | null;
  readonly validFrom: string;
}

export interface WrongSum {
  readonly level: CostLevel;
  /** The sum minus 100.00 %, in ten-thousandths. Negative when a part is missing. */
  readonly diff: number;
}

/** The first level whose parts do not make exactly 100.00 %, or null. */
export function wrongSum(content: Pick<CostContent, CostLevel>): WrongSum | null {
  for (const level of COST_LEVELS) {
    const missing = missingBp(content[level]);
    if (missing !== 0) return { level, diff: -missing };
  }
  return null;
}

/** Ten-thousandths as percent with two decimals: 1250 is '12.50'. */
export function percentOf(bp: number): string {
  const digits = String(Math.abs(bp)).padStart(3, '0');
  return `${bp < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * The version that counts for a type on a day: the latest of the type that began by then, else the latest of the
 * default. undefined only when the default begins later, which the first version of every enterprise excludes.
 */
export function validOn<V extends Dated>(versions: readonly V[], typeId: number | null, day: string): V | undefined {
  const latestOf = (wanted: number | null): V | undefined =>
    versions
      .filter(({ projectTypeId, validFrom }) => projectTypeId === wanted && validFrom <= day)
      .reduce<V | undefined>((best, each) => (best && best.validFrom > each.validFrom ? best : each), undefined);
  return (typeId === null ? undefined : latestOf(typeId)) ?? latestOf(null);
}

/** A version that counts or counted before today is kept: filings of those days used it. */
export const mayEdit = ({ validFrom }: Dated, today: string): boolean => validFrom >= today;
/** A version that counts today may have been used today. */
export const mayDelete = ({ validFrom }: Dated, today: string): boolean => validFrom > today;
