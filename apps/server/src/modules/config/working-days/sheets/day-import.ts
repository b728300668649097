import { z } from 'zod';
import { calendarDay, DAY_TYPES, type DayType } from '@prdm/contract/config/working-days';
import { optionalText } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import { LANGS, type Lang } from '@prdm/locales';
import { keyInData, type TextKey } from '@prdm/locales/text-key';
import { sheetImport, type ImportRecord, type Judged } from '../../../../platform/sheets/imports/declare.ts';
import { translate } from '../../../../platform/translate.ts';
import { numberOfDay } from '@prdm/contract/kit/shanghai';
import { dayAt, usualDay, type CalendarRules, type DayRule, type ResolvedDay } from '../calendar.ts';
import { isNoException } from '../year.ts';
import { putDays, raise, rulesWithin, type DayException, type WritingParts } from '../writing.ts';

export const DAY_TYPE_TEXTS: Readonly<Record<DayType, TextKey>> = {
  workday: 'config.days.types.workday',
  restday: 'config.days.types.restday',
  holiday: 'config.days.types.holiday',
  adjusted_workday: 'config.days.types.adjusted_workday',
};

interface DayRow {
  readonly day: string;
  readonly type: DayType;
  readonly name?: string | undefined;
}

/**
 * Days of the calendar. A row that says what the week or the law says already is the same. A row sets an exception of
 * the enterprise, or ends one when it says what the day would be without it.
 */
export const workingDayImport = (parts: WritingParts) =>
  sheetImport({
    kind: 'working_day',
    name: 'sheets.kinds.workingDays',
    columns: {
      day: {
        title: 'sheets.columns.day',
        schema: calendarDay(),
        required: true,
        kind: 'day',
        note: 'sheets.notes.day',
        example: { value: '2026-10-10' },
        width: 14,
      },
      type: {
        title: 'sheets.columns.type',
        schema: z.enum(DAY_TYPES),
        required: true,
        choices: DAY_TYPE_TEXTS,
        note: 'sheets.notes.dayType',
        example: { value: 'holiday' },
        width: 14,
      },
      name: {
        title: 'sheets.columns.name',
        schema: optionalText(LIMITS.dayNameMax),
        note: 'sheets.notes.dayName',
        example: 'sheets.examples.dayName',
        width: 24,
      },
    },
    key: ({ day }) => day,
    async open({ trx, caller, fields, locks }) {
      const { rules } = await rulesWithin(parts, trx, caller.actor.enterpriseId, locks);
      return { rules, lang: caller.lang, keepsNames: !fields.includes('name') };
    },
    judge: (row, { rules, lang, keepsNames }) => judgeDay(row, { rules, lang, keepsNames }),
    async apply({ trx, caller, rows, context: { rules } }) {
      const days = rows.map(({ row }) => wantedOf(row, rules));
      await putDays(parts, trx, caller.actor, { rules, days });
      await raise(parts, trx, caller.actor);
      const records = days.map(({ day, rule }): ImportRecord => ({
        key: day,
        name: day,
        before: stored(rules.company.get(day)),
        after: stored(rule),
      }));
      return { records };
    },
    async undo({ trx, caller, records }) {
      const { rules } = await rulesWithin(parts, trx, caller.actor.enterpriseId, true);
      const isUntouched = ({ key, after }: ImportRecord): boolean =>
        JSON.stringify(stored(rules.company.get(key))) === JSON.stringify(after);
      const back = records.filter(isUntouched);
      if (back.length > 0) {
        const days = back.map(({ key, before }) => ({ day: key, rule: ruleOf(before) }));
        await putDays(parts, trx, caller.actor, { rules, days });
        await raise(parts, trx, caller.actor);
      }
      return records
        .filter((record) => !isUntouched(record))
        .map(({ name }) => ({ name, reason: 'sheets.reasons.changedSince' as const }));
    },
  });

interface DayContext {
  readonly rules: CalendarRules;
  readonly lang: Lang;
  /** The file has no names, so a day with the same type keeps its name. */
  readonly keepsNames: boolean;
}

function judgeDay(row: DayRow, { rules, lang, keepsNames }: DayContext): Judged {
  const present = dayAt(rules, numberOfDay(row.day));
  const state = [stored(rules.company.get(row.day)), present.type, present.name];
  const isSameName = keepsNames || isNamed(row.name, present);
  if (present.type === row.type && isSameName) return { fate: 'same', state };
  const was = {
    ...(present.type === row.type ? {} : { type: translate(lang, DAY_TYPE_TEXTS[present.type]) }),
    ...(isSameName ? {} : { name: nameIn(present, lang) }),
  };
  return rules.company.has(row.day) ? { fate: 'changed', state, was } : { fate: 'new', state, was };
}

/** The exception that a row asks for. None when it says what the day is without one. */
function wantedOf({ day, type, name }: DayRow, rules: CalendarRules): DayException {
  const usual = usualDay(rules, numberOfDay(day));
  if (usual.type === type && isNamed(name, usual)) return { day, rule: null };
  const rule = { type, name: name ?? '' };
  return { day, rule: isNoException(usual, rule) ? null : rule };
}

/** Names of statutory days are translated, so a file in another language has another text for the same name. */
const isNamed = (name: string | undefined, day: ResolvedDay): boolean =>
  (name ?? '') === '' ? day.source !== 'company' || day.name === '' : LANGS.some((lang) => nameIn(day, lang) === name);

const nameIn = ({ source, name }: ResolvedDay, lang: Lang): string =>
  source === 'statutory' ? translate(lang, keyInData(name)) : name;

/** The stored form of an exception. A list keeps its order in the database, so the undo can compare it as text. */
const stored = (rule: DayRule | null | undefined) => (rule ? [rule.type, rule.name] : null);
function ruleOf(value: ImportRecord['before']): DayRule | null {
  if (value === null) return null;
  const [type, name] = value as [DayType, string];
  return { type, name };
}
