import { z } from 'zod';
import { isNumeric } from '../kit/checks.ts';
import { blank, count, day, list, optionalText, text } from '../kit/fields.ts';
import { quantity, ref } from '../kit.ts';
import type { SubjectKindName } from '../ids/refs.ts';
import { imageKey } from '../files/multipart.ts';
import { LIMITS } from '../limits.ts';
import { DATUMS, location } from '../map/places.ts';
import { AREA_MAX, AREA_UNITS, roundedArea } from './areas.ts';

export const BIM_AREA_UNITS = ['m2', 'wan_m2'] as const;
export const HEIGHT_UNITS = ['m'] as const;
export const SECRET_LEVELS = ['normal', 'internal', 'secret'] as const;

/** A typed figure as text. A negative figure is a number and is refused as too small. */
const figure = (longest = 20) =>
  z
    .union([z.number(), z.string().max(longest, 'validation.tooLong')], { error: 'validation.number' })
    .transform((value) => String(value).trim())
    .pipe(z.string().min(1, 'validation.required'))
    .pipe(
      z.string().superRefine((value, context) => {
        if (isNumeric(value)) return;
        if (value.startsWith('-') && isNumeric(value.slice(1)))
          context.addIssue({ code: 'too_small', origin: 'number', minimum: 0, message: 'validation.tooSmall' });
        else context.addIssue({ code: 'custom', message: 'validation.number' });
      }),
    );

/**
 * A decimal as written, so that no digit is lost before the database: at most `digits` before the point and two after
 * it.
 */
const amount = (digits: number) =>
  quantity(
    'amount',
    figure().pipe(z.string().regex(new RegExp(`^\\d{1,${digits}}(\\.\\d{1,2})?$`), 'projects.amount')),
  );

/** Enough for any computed area with all its decimals. */
const AREA_TEXT_MAX = 400;

/** A square area (VA-003): any number of decimals on input, two stored, rounded half up. */
const area = () =>
  quantity(
    'amount',
    figure(AREA_TEXT_MAX).pipe(
      z.string().transform((value, context) => {
        const rounded = roundedArea(value);
        if (rounded !== null) return rounded;
        context.addIssue({ code: 'too_big', origin: 'number', maximum: AREA_MAX, message: 'validation.tooLarge' });
        return z.NEVER;
      }),
    ),
  );

const maybeAmount = (digits: number) => blank(amount(digits).optional());
const maybePerson = <R extends string = 'read'>(right?: R) => blank(ref('user', right).optional());

/** Hours in half-hour steps on the wire, minutes inside. */
const hours = () =>
  quantity(
    'hours',
    figure()
      .pipe(z.string().regex(/^\d{1,7}(\.[05]0?)?$/, 'projects.halfHours'))
      .transform((value) => Math.round(Number(value) * 60)),
  );

/** Labels of one project. */
export const LABELS_MAX = 20;

const entry = <K extends SubjectKindName>(kind: K) => blank(ref(kind, 'choose').optional());

const required = {
  name: text(LIMITS.nameMax),
  short_name: text(30),
  type_id: ref('project_type', 'choose'),
  stage_id: ref('stage', 'choose'),
  land_area_unit: z.enum(AREA_UNITS),
  build_area: area(),
  build_area_unit: z.enum(AREA_UNITS),
  bim_area: area(),
  bim_area_unit: z.enum(BIM_AREA_UNITS),
  height_unit: z.enum(HEIGHT_UNITS),
};

const optional = {
  item_number: optionalText(50),
  contract_number: optionalText(50),
  department_id: blank(ref('department', 'choose').optional()),
  client: optionalText(),
  client_contact: optionalText(),
  service_content_ids: list(ref('service_content', 'choose'), 20).optional(),
  label_ids: list(ref('label', 'choose'), LABELS_MAX).optional(),
  structure_type_id: entry('structure_type'),
  site: optionalText(LIMITS.titleMax),
  address: optionalText(LIMITS.titleMax),
  /** Codes of the area lists. Province and city of a country without lists are texts. */
  country: blank(
    z
      .string()
      .regex(/^[A-Z]{2}$/, 'validation.value')
      .optional(),
  ),
  province: optionalText(50),
  city: optionalText(50),
  /** 'lng,lat', and its system of coordinates. Without `datum` it counts as gcj02. */
  location: blank(location().optional()),
  datum: blank(z.enum(DATUMS).optional()),
  /** The cover: `turl` of an own picture that `upload/image` returned, or the address that the project shows. */
  thumb: blank(
    z
      .string()
      .max(200, 'validation.tooLong')
      .refine((url) => imageKey(url) !== null, 'validation.value')
      .optional(),
  ),
  grade_id: entry('project_grade'),
  industry_id: entry('industry'),
  secret_level: blank(z.enum(SECRET_LEVELS).optional()),
  task_type_id: entry('stask_type'),
  construction_start: blank(day().optional()),
  construction_end: blank(day().optional()),
  land_area: blank(area().optional()),
  height: maybeAmount(6),
  floors_above: blank(count(500).optional()),
  floors_below: blank(count(50).optional()),
  total_hours: blank(hours().optional()),
  profession_ids: list(ref('profession', 'choose'), 50).optional(),
};

const people = <R extends string = 'read'>(right?: R) => ({
  director_id: maybePerson(right),
  equipment_director_id: maybePerson(right),
  leading_manager_id: maybePerson(right),
  business_manager_id: maybePerson(right),
});
export const SHEET_PEOPLE = Object.keys(people()) as (keyof ReturnType<typeof people>)[];

/**
 * The writable fields of a project. The manager is writable only at creation; later only transferManager changes it.
 */
export const sheet = { ...required, ...optional, ...people() };
/** The fields of an existing project. A former employee stays named but cannot be newly assigned. */
export const editedSheet = { ...sheet, ...people('any') };

export const inOrder = (value: { construction_start?: string; construction_end?: string }): boolean =>
  value.construction_start === undefined ||
  value.construction_end === undefined ||
  value.construction_end >= value.construction_start;
export const ORDER = { error: 'validation.order', path: ['construction_end'] };
