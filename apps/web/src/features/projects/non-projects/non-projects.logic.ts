import type { NonProjectInfo } from '@prdm/contract/projects/non-projects';

type Values = Record<string, unknown>;

/** The fields of the form in their order. */
export const NON_PROJECT_FIELDS = [
  'name',
  'kind',
  'manager_id',
  'department_id',
  'start',
  'end',
  'total_hours',
  'description',
] as const;

/** The input of a call from the form values. An omitted field becomes empty on the server. */
export const nonProjectOf = (values: Values): Values =>
  Object.fromEntries(
    NON_PROJECT_FIELDS.map((name) => [name, values[name]] as const).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );

/** The form values of a saved non-project. Hours become text, because the form keeps every typed digit. */
export const formOfNonProject = (info: NonProjectInfo): Values => ({
  ...Object.fromEntries(NON_PROJECT_FIELDS.map((name) => [name, info[name] ?? undefined])),
  total_hours: info.total_hours === null ? undefined : String(info.total_hours),
});
