/** The facts of a standard entry beside its name. `profession` and `group` are codes of other standard entries. */
export interface StandardEntry {
  readonly code: string;
  readonly colour?: string;
  readonly level?: string;
  readonly hours?: number;
  readonly profession?: string;
  readonly group?: string;
}

const plain = (...codes: string[]): StandardEntry[] => codes.map((code) => ({ code }));

/** Entries of a new enterprise (decisions.md section 6). Names: locales, seed.<kind>. White text on a colour is readable. */
export const STANDARD_ENTRIES = {
  project_type: plain(
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
  ),
  stage: plain('bidding', 'concept', 'preliminary', 'construction_doc', 'site_support', 'completion'),
  profession: [
    { code: 'arch', colour: '#1d4ed8' },
    { code: 'struct', colour: '#b91c1c' },
    { code: 'plumb', colour: '#0e7490' },
    { code: 'hvac', colour: '#15803d' },
    { code: 'elec', colour: '#b45309' },
    { code: 'smart', colour: '#6d28d9' },
    { code: 'site_plan', colour: '#4d7c0f' },
    { code: 'landscape', colour: '#047857' },
    { code: 'interior', colour: '#be185d' },
    { code: 'curtain_wall', colour: '#0369a1' },
    { code: 'civil_defence', colour: '#57534e' },
    { code: 'fire', colour: '#c2410c' },
    { code: 'green', colour: '#3f6212' },
    { code: 'geotech', colour: '#78350f' },
    { code: 'municipal_road', colour: '#334155' },
    { code: 'bridge', colour: '#164e63' },
    { code: 'cost', colour: '#854d0e' },
    { code: 'bim', colour: '#a21caf' },
  ],
  secret_level: [
    { code: 'normal', colour: '#15803d' },
    { code: 'internal', colour: '#b45309' },
    { code: 'secret', colour: '#b91c1c' },
  ],
  industry: plain(
    'real_estate',
    'healthcare',
    'education',
    'culture',
    'commerce',
    'manufacturing',
    'transport',
    'energy',
    'public',
    'other',
  ),
  project_grade: plain('large', 'medium', 'small'),
  structure_type: plain(
    'frame',
    'shear_wall',
    'frame_shear_wall',
    'frame_tube',
    'tube_in_tube',
    'masonry',
    'steel',
    'composite',
    'portal',
    'space_frame',
    'timber',
    'other',
  ),
  service_content: plain(
    'concept',
    'preliminary',
    'construction_doc',
    'detailed',
    'bim',
    'review_support',
    'site_support',
    'as_built',
    'consulting',
  ),
  position_title: [
    { code: 'assistant_engineer', level: 'junior' },
    { code: 'engineer', level: 'intermediate' },
    { code: 'senior_engineer', level: 'senior' },
    { code: 'professor_engineer', level: 'professor' },
  ],
  other_task: plain('bidding', 'training', 'standards', 'exchange', 'administration', 'study'),
  stask_type: [
    { code: 'arch_plan', profession: 'arch', hours: 16 },
    { code: 'arch_elevation', profession: 'arch', hours: 8 },
    { code: 'arch_section', profession: 'arch', hours: 8 },
    { code: 'arch_detail', profession: 'arch', hours: 12 },
    { code: 'struct_calculation', profession: 'struct', hours: 24 },
    { code: 'struct_formwork', profession: 'struct', hours: 12 },
    { code: 'struct_rebar', profession: 'struct', hours: 24 },
    { code: 'plumb_calculation', profession: 'plumb', hours: 8 },
    { code: 'plumb_plan', profession: 'plumb', hours: 12 },
    { code: 'hvac_calculation', profession: 'hvac', hours: 8 },
    { code: 'hvac_plan', profession: 'hvac', hours: 16 },
    { code: 'elec_system', profession: 'elec', hours: 12 },
    { code: 'elec_plan', profession: 'elec', hours: 16 },
    { code: 'bim_model', profession: 'bim', hours: 24 },
    { code: 'coordination', hours: 4 },
    { code: 'checking', hours: 8 },
  ],
  label_group: plain('importance', 'feature', 'source'),
  label: [
    { code: 'key', group: 'importance', colour: '#b91c1c' },
    { code: 'urgent', group: 'importance', colour: '#c2410c' },
    { code: 'prefabricated', group: 'feature', colour: '#0e7490' },
    { code: 'green', group: 'feature', colour: '#15803d' },
    { code: 'high_rise', group: 'feature', colour: '#6d28d9' },
    { code: 'passive', group: 'feature', colour: '#047857' },
    { code: 'tender', group: 'source', colour: '#1d4ed8' },
    { code: 'commission', group: 'source', colour: '#334155' },
  ],
} satisfies Readonly<Record<string, readonly StandardEntry[]>>;

/** The colour of the first legal entity. */
export const COMPANY_COLOUR = '#1d4ed8';
