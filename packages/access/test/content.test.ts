import { expect, it } from 'vitest';
import { seesContent } from '../src/index.ts';
import { person, superAdminRole } from './people.ts';

it('content is seen by a role that has its key, and by superAdmin', () => {
  const role = { ...superAdminRole, key: 'clerk' };
  expect(seesContent(person({ roles: [{ ...role, content: ['contact'] }] }), 'contact')).toBe(true);
  expect(seesContent(person({ roles: [{ ...role, content: ['hours'] }] }), 'contact')).toBe(false);
  expect(seesContent(person({ roles: [role] }), 'contact')).toBe(false);
  expect(seesContent(person({ roles: [superAdminRole] }), 'contact')).toBe(true);
});
