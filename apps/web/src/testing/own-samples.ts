import type { z } from 'zod';
import type { profile } from '@prdm/contract/me';
import type { DelegationRow } from '@prdm/contract/processes/delegations';
import { ME } from './whole-app.ts';

/* Complete sample answers about the signed-in person. A test overrides the one field it is about. */

export type Profile = z.output<typeof profile.output>;

/** An own delegation that runs. */
export const delegationSample = (special: Partial<DelegationRow> = {}): DelegationRow => ({
  id: 1,
  from: { id: ME.id, name: ME.username },
  to: { id: 9, name: '钱工' },
  from_at: '2026-11-24 10:00:00',
  to_at: '2026-11-30 18:00:00',
  note: '出差',
  state: 'active',
  refused_at: null,
  source: { kind: 'manual', id: null },
  version: 1,
  can: { edit: true, end: true, refuse: false },
  ...special,
});

/** The own record of the signed-in person. */
export const profileSample = (special: Partial<Profile> = {}): Profile => ({
  id: ME.id,
  account: ME.account,
  name: ME.username,
  thumb: '',
  phone: '',
  email: '',
  pending_email: '',
  enterprise_name: ME.enterprise_name,
  department_name: '',
  position_name: '',
  profession_name: '',
  employee_no: '',
  entry_date: null,
  roles: [],
  version: 1,
  ...special,
});
