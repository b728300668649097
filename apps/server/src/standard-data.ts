import { DEFAULT_LANG } from '@prdm/locales';
import { keyInData } from '@prdm/locales/text-key';
import { COMPANY_COLOUR, STANDARD_ENTRIES, type StandardEntry } from './modules/config/standard-entries.ts';
import { STANDARD_POSITIONS } from './modules/organisation/standards/standard-positions.ts';
import type { Modules } from './modules.ts';
import type { Trx } from './platform/db.ts';
import { translate } from './platform/translate.ts';

/** The tables of standard roles, positions and entries contain the second part of the key. */
export const seedName = (kind: string, code: string): string =>
  translate(DEFAULT_LANG, keyInData(`seed.${kind}.${code}`));

type Kind = keyof typeof STANDARD_ENTRIES;

/**
 * Fills the dictionaries, the positions and the common positions of a new enterprise. Disciplines and label groups come
 * before the entries that name them.
 */
export async function addStandardData(
  trx: Trx,
  { config, organisation, processes }: Modules,
  enterpriseId: number,
  enterpriseName: string,
): Promise<void> {
  const idOf = new Map<string, number>();
  for (const [kind, entries] of Object.entries(STANDARD_ENTRIES) as [Kind, readonly StandardEntry[]][]) {
    const rows = entries.map(({ code, colour, level, hours, profession, group }) => ({
      code,
      name: seedName(kind, code),
      ...(kind === 'profession' ? { short_name: seedName('profession_short', code) } : {}),
      ...(colour ? { colour } : {}),
      ...(level ? { level } : {}),
      ...(hours ? { standard_minutes: hours * 60 } : {}),
      ...(profession ? { profession_id: idOf.get(`profession ${profession}`) } : {}),
      ...(group ? { label_group_id: idOf.get(`label_group ${group}`) } : {}),
    }));
    const ids = await config.add(trx, enterpriseId, kind, rows);
    for (const [index, { code }] of entries.entries()) idOf.set(`${kind} ${code}`, ids[index] ?? 0);
  }
  await config.add(trx, enterpriseId, 'company', [{ code: null, name: enterpriseName, colour: COMPANY_COLOUR }]);
  const positions = STANDARD_POSITIONS.map((key) => seedName('positions', key));
  await organisation.addPositions(trx, enterpriseId, positions);
  const roles = await organisation.roles(enterpriseId, trx);
  await processes.addStandardTemplate(trx, enterpriseId, {
    nameOf: (key) => seedName('chain', key),
    roleOf: (wanted) => roles.find(({ key }) => key === wanted)?.id,
  });
}
