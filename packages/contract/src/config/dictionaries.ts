import { z } from 'zod';
import { entityCalls } from '../kit/entity.ts';
import { blank, colour, flag, optionalText, hours, text } from '../kit/fields.ts';
import { ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import type { SubjectKindName } from '../ids/refs.ts';

/**
 * The dictionaries of an enterprise (specification section 2, data configuration). All of them are entries of one
 * table. Every employee may read them, because pickers offer them.
 */
const SETS_PROJECT_DATA = { scope: 'enterprise', anyOf: ['ProjectSetting-index'] } as const;

const NOTE_MAX = 500;
const SHORT_MAX = 20;

const name = text(LIMITS.nameMax);
const shortName = optionalText(SHORT_MAX);
const shownColour = blank(colour().optional());

/** `code` is set on the built-in entries of every enterprise; programs and translations use it. */
const built = { code: z.string().nullable() };
const shownShortName = z.string();
const storedColour = z.string().nullable();

const dictionary = <K extends SubjectKindName, Fields extends z.ZodRawShape, Row extends z.ZodRawShape>(
  kind: K,
  fields: Fields,
  row: Row,
) =>
  entityCalls({
    kind,
    path: `/apis/config/${kind}`,
    reads: 'signed-in',
    writes: SETS_PROJECT_DATA,
    fields: { name, ...fields },
    row: { ...built, ...row },
    filters: {},
  });

/** Project stages (阶段) in the order of a project's life. */
export const stages = dictionary('stage', { short_name: shortName }, { short_name: shownShortName });

/** Disciplines (专业). */
export const professions = dictionary(
  'profession',
  { short_name: shortName, colour: shownColour },
  { short_name: shownShortName, colour: storedColour },
);

/** Project types (项目类型). */
export const projectTypes = dictionary('project_type', {}, {});

/** Groups of project labels (标签组). */
export const labelGroups = dictionary('label_group', {}, {});

/** Project labels (项目标签). */
export const labels = entityCalls({
  kind: 'label',
  path: '/apis/config/label',
  reads: 'signed-in',
  writes: SETS_PROJECT_DATA,
  fields: { name, label_group_id: blank(ref('label_group', 'choose').optional()), colour: shownColour },
  row: {
    ...built,
    label_group_id: z.number().nullable(),
    label_group_name: z.string(),
    colour: storedColour,
  },
  filters: { label_group_id: blank(ref('label_group').optional()) },
});

/** Secrecy levels (密级) of projects. */
export const secretLevels = dictionary('secret_level', { colour: shownColour }, { colour: storedColour });

/** Legal entities of the enterprise (公司主体). The colour marks them in reports and charts. */
export const companies = dictionary(
  'company',
  { short_name: shortName, colour: colour(), assessment: blank(flag().optional()) },
  { short_name: shownShortName, colour: storedColour, assessment: z.boolean() },
);

export const industries = dictionary('industry', {}, {});
export const projectGrades = dictionary('project_grade', {}, {});
export const structureTypes = dictionary('structure_type', {}, {});
export const serviceContents = dictionary('service_content', {}, {});

/** Levels of position titles, the lowest first. Texts: config.titleLevels. */
export const TITLE_LEVELS = ['none', 'junior', 'intermediate', 'senior', 'professor'] as const;
export type TitleLevel = (typeof TITLE_LEVELS)[number];

/** Position titles (职称). */
export const positionTitles = dictionary(
  'position_title',
  { level: z.enum(TITLE_LEVELS, { error: 'validation.value' }).default('none') },
  { level: z.enum(TITLE_LEVELS) },
);

/** Types of scheduled tasks (计划任务类型). `standard_hours` in steps of 0.5. */
export const staskTypes = dictionary(
  'stask_type',
  { profession_id: blank(ref('profession', 'choose').optional()), standard_hours: blank(hours().optional()) },
  {
    profession_id: z.number().nullable(),
    profession_name: z.string(),
    standard_hours: z.number().nullable(),
  },
);

/** Work outside scheduled tasks (其他任务), such as bids and training, on which hours are booked. */
export const otherTasks = dictionary('other_task', { note: optionalText(NOTE_MAX) }, { note: z.string() });
