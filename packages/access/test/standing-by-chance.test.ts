import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, isLeader, isSuperAdmin, seesAllProjects } from '../src/index.ts';
import { person, role } from './people.ts';

describe('standing by a built-in role', () => {
  it('agrees with decide() for every person', () => {
    const key = fc.constantFrom(null, 'leader' as const, 'superAdmin' as const);
    fc.assert(
      fc.property(fc.array(key, { maxLength: 4 }), (keys) => {
        const who = person({ roles: keys.map((each, id) => role(id, '角色', [], { key: each })) });
        const held = decide(who, { ask: 'node', scope: 'other', actions: 'Nobody-holds-this' });
        expect(isSuperAdmin(who)).toBe(held.allowed);
        const view = decide(who, { ask: 'folder', right: 'view', projectId: 3, path: [] });
        expect(seesAllProjects(who)).toBe(view.allowed);
        const upload = decide(who, { ask: 'folder', right: 'create', projectId: 3, path: [] });
        expect(isLeader(who) && !isSuperAdmin(who)).toBe(view.allowed && !upload.allowed);
      }),
    );
  });
});
