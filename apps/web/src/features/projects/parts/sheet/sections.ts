import type { SHEET_FIELDS } from '../../projects.logic.ts';

export type SheetField = (typeof SHEET_FIELDS)[number] | 'manager_id';

/** The sections of the sheet with their fields, in the order of the screen. */
export const SECTIONS = {
  identity: [
    'name',
    'short_name',
    'thumb',
    'type_id',
    'stage_id',
    'item_number',
    'contract_number',
    'department_id',
    'client',
    'client_contact',
    'grade_id',
    'industry_id',
    'secret_level',
    'label_ids',
    'service_content_ids',
    'task_type_id',
    'total_hours',
  ],
  people: [
    'manager_id',
    'profession_ids',
    'director_id',
    'equipment_director_id',
    'leading_manager_id',
    'business_manager_id',
  ],
  place: ['country', 'province', 'city', 'address', 'site', 'location', 'datum'],
  building: [
    'structure_type_id',
    'height',
    'height_unit',
    'floors_above',
    'floors_below',
    'construction_start',
    'construction_end',
  ],
  areas: ['build_area', 'build_area_unit', 'bim_area', 'bim_area_unit', 'land_area', 'land_area_unit'],
} as const satisfies Readonly<Record<string, readonly SheetField[]>>;

export type SectionName = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** The wrong fields of a section, in the order of the screen. */
export const wrongIn = (section: SectionName, wrong: readonly string[]): SheetField[] =>
  SECTIONS[section].filter((field) => wrong.includes(field));

export const sectionId = (section: SectionName): string => `sheet-${section}`;
