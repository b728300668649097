import { describe, expect, it } from 'vitest';
import { NO_PLACE, NO_PROJECTS, type Principal } from '@prdm/access';
import { canOf, mayInProject, warningsOf } from './projects.rules.ts';

const role = (key: 'superAdmin' | 'leader' | null, access: string[] = []) => ({
  id: 1,
  name: 'role',
  key,
  access: access.map((action) => ({ action })),
  viewRange: 'enterprise' as const,
});

const principal = (given: Partial<Principal> = {}): Principal => ({
  userId: 7,
  enterpriseId: 1,
  roles: [role(null)],
  groupIds: [],
  place: NO_PLACE,
  levels: {},
  ...NO_PROJECTS,
  ...given,
});

const running = (...nodes: string[]) =>
  principal({ projectAccess: { '3': nodes.map((node) => ({ action: `home-${node}` })) }, projectRoles: { '3': [9] } });

const ongoing = {
  id: 3,
  is_project: true,
  status: 'ongoing',
  manager_id: 90,
  archived_by: null,
  department_id: null,
};
const archivedBy = (userId: number) => ({ ...ongoing, status: 'archived', archived_by: userId });

describe('rights in a project', () => {
  it.each([
    ['edit', 'Project-edit'],
    ['member', 'Project-member'],
    ['archive', 'Project-archive'],
    ['transfer', 'Project-member'],
  ])('%s is for who holds %s there', (right, node) => {
    expect(mayInProject(running(node), ongoing, right).allowed).toBe(true);
    expect(mayInProject(running('Task-add'), ongoing, right).allowed).toBe(false);
    expect(mayInProject(running(node), { ...ongoing, id: 4 }, right).allowed).toBe(false);
  });

  it.each(['edit', 'member', 'archive', 'transfer'])('an administrator may %s by the own list', (right) => {
    const nodes = ['home-Project-edit', 'home-Project-member', 'home-Project-archive'];
    const administrator = principal({ roles: [role(null, nodes)], projectAccess: { '3': [] } });
    expect(mayInProject(administrator, ongoing, right).allowed).toBe(true);
  });

  it('a leader may transfer a project and do nothing else to it', () => {
    const can = canOf(principal({ roles: [role('leader', ['home-Task-all'])] }), ongoing);
    expect(can).toEqual({ edit: false, member: false, archive: false, unarchive: false, transfer: true });
  });

  it('administrators and the manager who archived the project may undo the archiving', () => {
    const manager = running('Project-archive');
    expect(mayInProject(manager, archivedBy(7), 'unarchive').allowed).toBe(true);
    expect(mayInProject(manager, archivedBy(8), 'unarchive').allowed).toBe(false);
    expect(mayInProject(manager, ongoing, 'unarchive').allowed).toBe(true); // the call answers 1008
    expect(mayInProject(running(), ongoing, 'unarchive').allowed).toBe(false);
    expect(mayInProject(running(), archivedBy(7), 'unarchive').allowed).toBe(false);
    expect(mayInProject(principal(), archivedBy(7), 'unarchive').allowed).toBe(false);
    const administrator = principal({ roles: [role(null, ['home-Project-archive'])], projectAccess: { '3': [] } });
    expect(mayInProject(administrator, archivedBy(8), 'unarchive').allowed).toBe(true);
  });

  it('an archived project allows only that', () => {
    const all = running('Project-edit', 'Project-member', 'Project-archive');
    expect(canOf(all, archivedBy(7))).toEqual({
      edit: false,
      member: false,
      archive: false,
      unarchive: true,
      transfer: false,
    });
    expect(canOf(all, ongoing)).toMatchObject({ edit: true, member: true, archive: true, unarchive: false });
  });

  it('an unknown right throws', () => {
    expect(() => mayInProject(principal(), ongoing, 'rename')).toThrow('rename');
  });
});

describe('warnings for unusual values', () => {
  const sheet = { bim_area: '2', bim_area_unit: 'm2', build_area: '1', build_area_unit: 'm2' };
  it.each([
    [{ sheet }, ['projects.bimLargerThanBuilt']],
    [{ sheet: { ...sheet, build_area: '2' } }, []],
    [{ managerType: 'partner' }, ['projects.managerIsPartner']],
    [{ managerType: 'person' }, []],
    [{ sheet, managerType: 'partner' }, ['projects.managerIsPartner', 'projects.bimLargerThanBuilt']],
  ])('%o', (saved, warnings) => {
    expect(warningsOf(saved)).toEqual(warnings);
  });
});
