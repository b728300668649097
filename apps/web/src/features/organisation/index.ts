/** The parts of the organisation that other features use: pickers of people and departments. */
export { StaffPicker, type StaffPickerProps } from './parts/staff-picker.tsx';
export { DepartmentPicker } from './parts/department-picker.tsx';
export { useCompanies, useMembersOf, useRoles, useStaffTree } from './organisation.queries.ts';
export { departmentOptions, memberOptions, staffOptions, type StaffTree } from './organisation.logic.ts';
