import type { Place, Principal, ViewRange } from './types.ts';

/** All view ranges, from the narrowest to the widest. */
export const VIEW_RANGES: readonly ViewRange[] = [
  'self',
  'department',
  'department_and_below',
  'company',
  'enterprise',
];

/** The place of a person without department, company and headship. */
export const NO_PLACE: Place = {
  departmentId: null,
  companyId: null,
  departmentAndBelow: [],
  companyDepartments: [],
  heads: [],
};

/** The facts of a person without any project. */
export const NO_PROJECTS: Pick<
  Principal,
  'projectAccess' | 'projectRoles' | 'projectContent' | 'projectLevels' | 'hiddenProjects'
> = { projectAccess: {}, projectRoles: {}, projectContent: {}, projectLevels: {}, hiddenProjects: new Set() };
