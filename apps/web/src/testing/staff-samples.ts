import type { StaffRow } from '@prdm/contract/organisation';

/* Complete sample answers about the people of an enterprise. A test overrides the one field it is about. */

/** The actions of an administrator on an active person. */
export const STAFF_CAN: StaffRow['can'] = {
  edit: true,
  contact: true,
  roles: true,
  disable: true,
  restore: false,
  handOver: true,
  del: true,
  resetPwd: true,
};

/** An active person with all actions. */
export const staffRow = (special: Partial<StaffRow> & Pick<StaffRow, 'id' | 'name'>): StaffRow => ({
  account: `a${special.id}`,
  thumb: '',
  phone: '',
  email: '',
  sex: '',
  employee_no: '',
  type: 'person',
  status: 'active',
  department_id: null,
  department_name: '',
  position_id: null,
  position_name: '',
  profession_id: null,
  profession_name: '',
  leader_id: null,
  leader_name: '',
  company_id: null,
  company_name: '',
  position_title_id: null,
  position_title_name: '',
  roles: [],
  entry_date: null,
  formal_date: null,
  work_start_date: null,
  created_at: '2026-03-01 09:00:00',
  version: 1,
  can: STAFF_CAN,
  ...special,
});
