import type { DictionaryKind } from './config.repo.ts';

/** Codes of the entries of a new enterprise (decisions.md section 6). Names: locales, seed.<kind>. */
export const STANDARD_ENTRIES: Readonly<Record<DictionaryKind, readonly string[]>> = {
  project_type: [
    'office',
    'residence',
    'hospital',
    'school',
    'culture',
    'industry',
    'transport',
    'municipal',
    'landscape',
    'interior',
    'other',
  ],
  stage: ['bidding', 'concept', 'preliminary', 'construction_doc', 'site_support', 'completion'],
  profession: [
    'arch',
    'struct',
    'plumb',
    'hvac',
    'elec',
    'smart',
    'site_plan',
    'landscape',
    'interior',
    'curtain_wall',
    'civil_defence',
    'fire',
    'green',
    'geotech',
    'municipal_road',
    'bridge',
    'cost',
    'bim',
  ],
};
