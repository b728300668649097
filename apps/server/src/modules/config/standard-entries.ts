import type { DictionaryKind } from './config.repo.ts';

/** Entries of a fresh enterprise by code (decisions.md section 6); names: locales, seed.<kind>. */
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
