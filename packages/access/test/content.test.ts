import { expect, it } from 'vitest';
import { seesContent } from '../src/index.ts';
import { person, role, superAdminRole } from './people.ts';

it('content is seen by a role that has its key, and by superAdmin', () => {
  const holder = (content: string[]) => person({ roles: [role(4, '资料员', [], { content })] });
  expect(seesContent(holder(['contact']), 'contact')).toBe(true);
  expect(seesContent(holder(['hours']), 'contact')).toBe(false);
  expect(seesContent(person({ roles: [role(4, '资料员')] }), 'contact')).toBe(false);
  expect(seesContent(person({ roles: [superAdminRole] }), 'contact')).toBe(true);
});
