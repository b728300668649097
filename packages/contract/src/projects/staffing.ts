import { z } from 'zod';
import { CODES } from '../codes.ts';
import { blank, done, list, someOf, version } from '../kit/fields.ts';
import { endpoint, ref } from '../kit.ts';

const CELLS_MAX = 400;
const PEOPLE_MAX = 50;

/** The people who hold a role in a discipline. Without a discipline they hold it in every one. */
const cell = z.object({ profession_id: z.number().nullable(), role_id: z.number(), user_ids: z.array(z.number()) });
export type StaffingCell = z.output<typeof cell>;

/**
 * The staffing matrix of a project: disciplines, roles without the manager's, and the cells with people. `version` is
 * that of the project.
 */
export const staffing = endpoint({
  method: 'GET',
  path: '/apis/project/staffing',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project') }),
  output: z.object({
    professions: z.array(z.object({ id: z.number(), name: z.string() })),
    roles: z.array(z.object({ id: z.number(), key: z.string().nullable(), name: z.string() })),
    cells: z.array(cell),
    people: z.array(z.object({ id: z.number(), name: z.string(), thumb: z.string() })),
    version: z.number(),
  }),
});
export type Staffing = z.output<typeof staffing.output>;

/**
 * Saves the changed cells of the staffing matrix, all or none. New people become members. `before` are the people that
 * the client saw in the cell. A cell with other people answers 1009 with the present `cells`.
 */
export const staffingSave = endpoint({
  method: 'POST',
  path: '/apis/project/staffing',
  access: 'signed-in',
  refuses: [CODES.conflict],
  input: z.strictObject({
    project_id: ref('project', 'member'),
    version: version(),
    cells: someOf(
      z.strictObject({
        profession_id: blank(ref('profession', 'choose').optional()),
        role_id: ref('role'),
        before: list(ref('user', 'any'), PEOPLE_MAX).default([]),
        user_ids: list(ref('user', 'any'), PEOPLE_MAX).default([]),
      }),
      CELLS_MAX,
    ),
  }),
  output: done,
});
