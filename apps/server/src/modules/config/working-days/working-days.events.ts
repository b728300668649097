import { defineEvent } from '../../../platform/bus.ts';

/** Exceptions of the enterprise were set or removed. */
export const WorkingDaysChanged = defineEvent<{ days: readonly string[] }>('config.workingDaysChanged');
export const WorkingWeekChanged = defineEvent<{ workdays: readonly number[] }>('config.workingWeekChanged');
