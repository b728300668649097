import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '@prdm/access';
import { buildDepartment, buildPerson, principalFor } from '../../testing/worlds/builders.ts';
import { buildCompany, buildGroup, buildHolder, setFact } from '../../testing/worlds/ranges.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

/* The tree: 院 > (所 > 室, 二所 > 二室); 分院 stands apart. */
let app: TestApp;
const ids: Record<'top' | 'mid' | 'leaf' | 'second' | 'secondLeaf' | 'apart', number> = {
  top: 0,
  mid: 0,
  leaf: 0,
  second: 0,
  secondLeaf: 0,
  apart: 0,
};
beforeAll(async () => {
  app = await startApp({ works: false });
  const under = async (parentId?: number) => (await buildDepartment(app, { parentId })).id;
  ids.top = await under();
  ids.mid = await under(ids.top);
  ids.leaf = await under(ids.mid);
  ids.second = await under(ids.top);
  ids.secondLeaf = await under(ids.second);
  ids.apart = await under();
});
afterAll(() => app.stop());

const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);
const headed = ({ place }: Principal): [number, string, number[]][] =>
  place.heads.map(({ via, as, departments }) => [via.id, as, sorted(departments)]);

describe('the place of a person', () => {
  it('names the headed department with everything below', async () => {
    const head = await buildPerson(app);
    await setFact(app, 'department.leader_id', ids.top, head.id);
    const all = [ids.top, ids.mid, ids.leaf, ids.second, ids.secondLeaf];
    expect(headed(await principalFor(app, head.id))).toEqual([[ids.top, 'head', sorted(all)]]);
    await setFact(app, 'department.leader_id', ids.top, null);
  });

  it('ends a leading management where a department below names another manager', async () => {
    const [manager, other] = [await buildPerson(app), await buildPerson(app)];
    await setFact(app, 'department.leading_manager_id', ids.top, manager.id);
    await setFact(app, 'department.leading_manager_id', ids.second, other.id);
    const own = sorted([ids.top, ids.mid, ids.leaf]);
    expect(headed(await principalFor(app, manager.id))).toEqual([[ids.top, 'leading-manager', own]]);
    const second = sorted([ids.second, ids.secondLeaf]);
    expect(headed(await principalFor(app, other.id))).toEqual([[ids.second, 'leading-manager', second]]);
    await setFact(app, 'department.leading_manager_id', ids.top, null);
    await setFact(app, 'department.leading_manager_id', ids.second, null);
  });

  it('has no headship over a removed department, and none for an invited partner', async () => {
    const [head, partner] = [await buildPerson(app), await buildPerson(app, { type: 'partner' })];
    const gone = await buildDepartment(app, { leaderId: head.id });
    await app.platform.db.pool.query('update department set deleted_at = now() where id = $1', [gone.id]);
    await setFact(app, 'department.leader_id', ids.apart, partner.id);
    for (const { id } of [head, partner]) expect((await principalFor(app, id)).place.heads).toEqual([]);
    await setFact(app, 'department.leader_id', ids.apart, null);
  });

  it('has the departments below only for a role that needs them', async () => {
    const plain = await buildPerson(app, { departmentId: ids.mid });
    const wide = await buildHolder(app, { viewRange: 'department_and_below', departmentId: ids.mid });
    const level = await buildHolder(app, { levels: { contract: 2 }, departmentId: ids.mid });
    expect((await principalFor(app, plain.id)).place).toMatchObject({
      departmentId: ids.mid,
      departmentAndBelow: [],
    });
    for (const { id } of [wide, level])
      expect(sorted((await principalFor(app, id)).place.departmentAndBelow)).toEqual(sorted([ids.mid, ids.leaf]));
  });

  it('takes the company of the person, else of the nearest department above', async () => {
    const [one, two] = [await buildCompany(app), await buildCompany(app)];
    await setFact(app, 'department.company_id', ids.top, one);
    await setFact(app, 'department.company_id', ids.second, two);
    const leaf = await buildHolder(app, { viewRange: 'company', departmentId: ids.leaf });
    const own = await buildHolder(app, { viewRange: 'company', departmentId: ids.leaf });
    await setFact(app, 'staff.company_id', own.id, two);
    const { place: ofLeaf } = await principalFor(app, leaf.id);
    expect([ofLeaf.companyId, sorted(ofLeaf.companyDepartments)]).toEqual([one, sorted([ids.top, ids.mid, ids.leaf])]);
    const { place: ofOwn } = await principalFor(app, own.id);
    expect([ofOwn.companyId, sorted(ofOwn.companyDepartments)]).toEqual([two, sorted([ids.second, ids.secondLeaf])]);
    await setFact(app, 'department.company_id', ids.top, null);
    await setFact(app, 'department.company_id', ids.second, null);
  });

  it('has the groups that name the person or a department at or above the own one', async () => {
    const member = await buildPerson(app, { departmentId: ids.leaf });
    const named = await buildGroup(app, { userIds: [member.id] });
    const above = await buildGroup(app, { departmentIds: [ids.top] });
    await buildGroup(app, { departmentIds: [ids.second] });
    const gone = await buildGroup(app, { userIds: [member.id] });
    await app.platform.db.pool.query('update user_group set deleted_at = now() where id = $1', [gone]);
    expect(sorted((await principalFor(app, member.id)).groupIds)).toEqual(sorted([named, above]));
  });

  it('counts a damaged tree and unknown values as the narrowest', async () => {
    const head = await buildHolder(app, { viewRange: 'department_and_below', departmentId: ids.apart });
    await app.platform.db.pool.query('update department set parent_id = id where id = $1', [ids.apart]);
    expect((await principalFor(app, head.id)).place.departmentAndBelow).toEqual([ids.apart]);
    // A database of an older version has no such constraint.
    await app.platform.db.pool.query('alter table role drop constraint role_view_range_check');
    await app.platform.db.pool.query(
      `update role set view_range = 'galaxy', module_permission = '{"contract": 7, "cost": "3"}' where view_range = 'department_and_below'
       and key is null`,
    );
    const { roles, levels } = await principalFor(app, head.id);
    expect(roles.map(({ viewRange }) => viewRange)).toEqual(['self', 'self']);
    expect(levels).toEqual({});
  });
});
