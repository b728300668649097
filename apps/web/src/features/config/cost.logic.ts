import {
  COST_LEVELS,
  COST_ROLES,
  missingBp,
  type BaseTax,
  type CostLevel,
  type CostRole,
  type CostVersion,
} from '@prdm/contract/config/cost';
import { YUAN } from '@prdm/contract/kit/yuan';

/** Name of an entry on the page. A disabled one stays while it has a share. */
export interface EntryName {
  readonly key: string;
  readonly name: string;
  readonly enabled: boolean;
}

/** The figures of a version as typed: ratios in percent by entry ('' is none), amounts in yuan. */
export interface CostFigures {
  readonly stages: Readonly<Record<string, string>>;
  readonly professions: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly fee: string;
  readonly baseTax: BaseTax;
  readonly advanceLimit: string;
  readonly contractThreshold: string;
}

/** The edited version: a stored version, or a new one of a type. */
export interface CostDraft {
  /** null: a new version. */
  readonly id: number | null;
  /** The version number that the edit began with. */
  readonly version: number;
  readonly typeId: number | null;
  readonly validFrom: string;
  readonly figures: CostFigures;
}

const PERCENT = /^\d{1,3}(\.\d{1,2})?$/;
const MOST_BP = 10_000;

/** Ten-thousandths of a typed percentage. Empty text is 0. null for text that is no share of 0 to 100. */
export function bpOf(text: string): number | null {
  if (text === '') return 0;
  if (!PERCENT.test(text)) return null;
  const [whole = '0', part = ''] = text.split('.');
  const bp = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return bp > MOST_BP ? null : bp;
}

/** Ten-thousandths as a percentage with two decimals, without a sign. */
export function percentText(bp: number): string {
  const digits = String(Math.abs(bp)).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export interface LevelSum {
  readonly sum: number;
  /** Missing to 100.00 %, negative when too much. */
  readonly missing: number;
  /** A text of the level is no share. */
  readonly isBad: boolean;
  readonly isWhole: boolean;
}

export function sumOf(shares: Readonly<Record<string, string>>): LevelSum {
  const bps = Object.values(shares).map(bpOf);
  const isBad = bps.includes(null);
  const missing = missingBp(bps.map((bp) => ({ bp: bp ?? 0 })));
  return { sum: MOST_BP - missing, missing, isBad, isWhole: !isBad && missing === 0 };
}

/** The share of an entry with the difference of its level added. null when there is none or it would be no share. */
export function restFor(shares: Readonly<Record<string, string>>, key: string): string | null {
  const { missing, isBad } = sumOf(shares);
  const own = bpOf(shares[key] ?? '');
  if (isBad || own === null || missing === 0) return null;
  const wanted = own + missing;
  return wanted < 0 || wanted > MOST_BP ? null : shareText(wanted);
}

const shareText = (bp: number): string => (bp === 0 ? '' : percentText(bp));

export const keyOf = {
  stages: ({ stage_id }: { stage_id: number }) => String(stage_id),
  professions: ({ profession_id }: { profession_id: number }) => String(profession_id),
  roles: ({ role }: { role: CostRole }) => role,
};

const sharesOf = <Part extends { readonly bp: number }>(parts: readonly Part[], key: (part: Part) => string) =>
  Object.fromEntries(parts.map((part) => [key(part), percentText(part.bp)]));

/** The shares of a version by level, in percent. */
export const figuresOf = (version: CostVersion): CostFigures => ({
  stages: sharesOf(version.stages, keyOf.stages),
  professions: sharesOf(version.professions, keyOf.professions),
  roles: sharesOf(version.roles, keyOf.roles),
  fee: percentText(version.fee_bp),
  baseTax: version.base_tax,
  advanceLimit: version.advance_limit,
  contractThreshold: version.contract_threshold,
});

export const draftOf = (version: CostVersion): CostDraft => ({
  id: version.id,
  version: version.version,
  typeId: version.project_type_id,
  validFrom: version.valid_from,
  figures: figuresOf(version),
});

const sameShares = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => {
    const [one, two] = [a[key] ?? '', b[key] ?? ''];
    return one === two || (bpOf(one) !== null && bpOf(one) === bpOf(two));
  });

/** Amount with two decimals; text that is no amount stays. */
export const yuanText = (typed: string): string =>
  /^\d{1,12}$/.test(typed) ? `${typed}.00` : /^\d{1,12}\.\d$/.test(typed) ? `${typed}0` : typed;

export const isYuan = (text: string): boolean => YUAN.test(yuanText(text)) && !text.startsWith('-');

export function sameFigures(a: CostFigures, b: CostFigures): boolean {
  return (
    COST_LEVELS.every((level) => sameShares(a[level], b[level])) &&
    sameShares({ fee: a.fee }, { fee: b.fee }) &&
    a.baseTax === b.baseTax &&
    yuanText(a.advanceLimit) === yuanText(b.advanceLimit) &&
    yuanText(a.contractThreshold) === yuanText(b.contractThreshold)
  );
}

/** Whether a draft differs from the stored version. A new version always does. */
export const isChanged = (draft: CostDraft, stored: CostVersion | undefined): boolean =>
  draft.id === null ||
  stored === undefined ||
  draft.validFrom !== stored.valid_from ||
  !sameFigures(draft.figures, figuresOf(stored));

/** Whether the server would take the figures. The day is the server's to judge. */
export const isComplete = ({ figures }: CostDraft): boolean =>
  COST_LEVELS.every((level) => sumOf(figures[level]).isWhole) &&
  figures.fee !== '' &&
  bpOf(figures.fee) !== null &&
  isYuan(figures.advanceLimit) &&
  isYuan(figures.contractThreshold);

const partsOf = (shares: Readonly<Record<string, string>>, order: readonly string[]): { key: string; bp: number }[] =>
  order.flatMap((key) => {
    const bp = bpOf(shares[key] ?? '') ?? 0;
    return bp > 0 ? [{ key, bp }] : [];
  });

/** The input of the calls. Entries without a share are left out. */
export function inputOf({ figures, validFrom }: CostDraft, order: Readonly<Record<CostLevel, readonly string[]>>) {
  return {
    valid_from: validFrom,
    stages: partsOf(figures.stages, order.stages).map(({ key, bp }) => ({ stage_id: Number(key), bp })),
    professions: partsOf(figures.professions, order.professions).map(({ key, bp }) => ({
      profession_id: Number(key),
      bp,
    })),
    roles: partsOf(figures.roles, order.roles).map(({ key, bp }) => ({ role: key as CostRole, bp })),
    fee_bp: bpOf(figures.fee) ?? 0,
    base_tax: figures.baseTax,
    advance_limit: yuanText(figures.advanceLimit),
    contract_threshold: yuanText(figures.contractThreshold),
  };
}

/** Rows of a level: the entries that can be chosen, in their order, then others that have a share. */
export function rowsOf(
  chosen: readonly { id: number; name: string }[],
  parts: readonly (EntryName & { bp?: number })[],
): EntryName[] {
  const listed = chosen.map(({ id, name }) => ({ key: String(id), name, enabled: true }));
  const known = new Set(listed.map(({ key }) => key));
  return [...listed, ...parts.filter(({ key }) => !known.has(key))];
}

export const ROLE_KEYS: readonly CostRole[] = COST_ROLES;

/** 'coming', 'valid' or 'past' of a version; `validId` is the version of its type that counts today. */
export const stateOf = (
  version: CostVersion,
  today: string,
  validId: number | undefined,
): 'valid' | 'coming' | 'past' => (version.valid_from > today ? 'coming' : version.id === validId ? 'valid' : 'past');

/** A pasted column: one figure a line, as a spreadsheet copies it. null when the text is one figure. */
export function columnOf(text: string): string[] | null {
  const lines = text.replace(/\r/g, '').replace(/\n$/, '').split('\n');
  return lines.length < 2 ? null : lines.map((line) => (line.split('\t')[0] ?? '').replace(/[%％\s]/g, ''));
}
