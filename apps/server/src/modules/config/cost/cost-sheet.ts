import { COST_LEVELS, type CostLevel, type CostType, type CostVersion } from '@prdm/contract/config/cost';
import { LIMITS } from '@prdm/contract/limits';
import { LANGS, type Lang, type TextKey } from '@prdm/locales';
import { keyInData } from '@prdm/locales/text-key';
import { writeSheet, type SheetColumn } from '../../../platform/sheets/write-sheet.ts';
import { translate } from '../../../platform/translate.ts';

interface Row {
  readonly type: string;
  readonly version: CostVersion;
  /** The day before the next version of the type; null for the last one. */
  readonly until: string | null;
  readonly isValid: boolean;
  readonly level: CostLevel;
  readonly entry: string;
  readonly bp: number;
}

interface Listed {
  readonly list: readonly CostVersion[];
  readonly types: readonly CostType[];
}

/** Name of a built-in entry in the reader's language. A name that the enterprise changed stays as it is. */
function nameOf(lang: Lang, kind: string, { name, code }: { name: string; code: string | null }): string {
  const key = keyInData(`seed.${kind}.${code}`);
  return code !== null && LANGS.some((each) => translate(each, key) === name) ? translate(lang, key) : name;
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** One row for each part of each version, with the figures of the version beside it. */
function rowsOf({ list, types }: Listed, lang: Lang): Row[] {
  return types.flatMap((type) => {
    const own = list.filter(({ project_type_id }) => project_type_id === type.project_type_id);
    const name = type.project_type_id === null ? translate(lang, 'cost.default') : nameOf(lang, 'project_type', type);
    return own.flatMap((version, at) => {
      const next = own[at - 1];
      const common = {
        type: name,
        version,
        until: next ? dayBefore(next.valid_from) : null,
        isValid: type.valid_id === version.id,
      };
      const entries: Record<CostLevel, { entry: string; bp: number }[]> = {
        stages: version.stages.map((part) => ({ entry: nameOf(lang, 'stage', part), bp: part.bp })),
        professions: version.professions.map((part) => ({ entry: nameOf(lang, 'profession', part), bp: part.bp })),
        roles: version.roles.map(({ role, bp }) => ({ entry: translate(lang, `cost.roles.${role}`), bp })),
      };
      return COST_LEVELS.flatMap((level) => entries[level].map((part) => ({ ...common, level, ...part })));
    });
  });
}

/** All versions as a spreadsheet, at most LIMITS.exportMax rows. */
export function costSheet(listed: Listed, lang: Lang): Promise<Uint8Array> {
  const t = (key: TextKey): string => translate(lang, key);
  const columns: SheetColumn<Row>[] = [
    { title: t('cost.type'), width: 20, value: ({ type }) => type },
    { title: t('cost.validFrom'), kind: 'day', width: 14, value: ({ version }) => version.valid_from },
    { title: t('cost.validUntil'), kind: 'day', width: 14, value: ({ until }) => until },
    { title: t('cost.validToday'), value: ({ isValid }) => t(isValid ? 'common.yes' : 'common.no') },
    { title: t('cost.level'), width: 16, value: ({ level }) => t(`cost.levels.${level}`) },
    { title: t('cost.entry'), width: 24, value: ({ entry }) => entry },
    { title: t('cost.ratio'), kind: 'percent', width: 12, value: ({ bp }) => bp / 100 },
    { title: t('cost.fee'), kind: 'percent', width: 12, value: ({ version }) => version.fee_bp / 100 },
    { title: t('cost.baseTax'), width: 14, value: ({ version }) => t(`cost.baseTaxes.${version.base_tax}`) },
    { title: t('cost.advanceLimit'), kind: 'money', width: 16, value: ({ version }) => version.advance_limit },
    {
      title: t('cost.contractThreshold'),
      kind: 'money',
      width: 18,
      value: ({ version }) => version.contract_threshold,
    },
  ];
  return writeSheet({ name: t('cost.titles.cost'), columns, rows: rowsOf(listed, lang).slice(0, LIMITS.exportMax) });
}
