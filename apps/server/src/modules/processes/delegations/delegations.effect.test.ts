import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as delegation from '@prdm/contract/processes/delegations';
import * as review from '@prdm/contract/processes/review';
import { buildProcess, Crew } from '../../../testing/worlds/approvals.ts';
import {
  buildDepartment,
  buildPerson,
  buildProject,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { systemActor } from '../../../platform/actor.ts';
import { delegationCalls, wire } from '../../../testing/worlds/areas/delegation-calls.ts';

/** Delegations with the calls of their two people. The clock stands still unless a test moves it. */
const BASE = Date.UTC(2026, 10, 24, 2, 0, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const time = { at: BASE };
let app: TestApp;
let crew: Crew;

beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(time.at) } });
  crew = new Crew(app);
});
afterAll(() => app.stop());
const { add, count, people, noticesOf } = delegationCalls(() => ({ app, crew }), time);

describe('an assignment that no deputy can decide', () => {
  it('stays with its holder, and head and starter hear of it once, at the opening and at the delegation', async () => {
    const [starter, head, c] = await people(3);
    const department = await buildDepartment(app, { leaderId: head.id });
    const a = await crew.person({ departmentId: department.id });
    const open = await buildProcess(app, { starter, stages: [{ by: [a] }] });
    const { id } = (await add(a, starter)).data;
    const later = await buildProcess(app, { starter, stages: [{ by: [c] }, { by: [a] }] });
    await crew.pass(c, later);
    expect(await count(a)).toBe(2);
    await crew.call(a, delegation.edit, { id, version: 1, note: 'x' });
    for (const person of [head, starter])
      for (const { name } of [open, later]) {
        const told = (await noticesOf(person)).filter(
          (text) => text.includes(name) && text.includes('委托的人不能审核'),
        );
        expect(told).toHaveLength(1);
      }
    expect((await crew.call(a, review.info, { id: open.id })).data.can).toMatchObject({ delegated: null });
    expect(await crew.pass(a, open)).toMatchObject({ code: 0 });
  });

  it('loops and disabled people have no effect, and a chain reaches its end', async () => {
    const [a, b, c, starter] = await people(4);
    const process = await buildProcess(app, { starter, stages: [{ by: [a] }] });
    await add(a, b);
    await add(b, c);
    expect([await count(a), await count(b), await count(c)]).toEqual([0, 0, 1]);
    const { id } = (await add(c, a)).data;
    expect([await count(a), await count(b), await count(c)]).toEqual([1, 0, 0]);
    expect((await noticesOf(starter)).join()).toContain(`“${process.name}”的“节点1”节点：${a.name}的委托循环`);
    await crew.call(c, delegation.end, { id, version: 1 });
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [c.id]);
    expect([await count(a), await count(b)]).toEqual([0, 1]);
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [b.id]);
    expect(await count(a)).toBe(1);
  });

  it('a deputy outside of the project gets nothing of it', async () => {
    const [starter, a, b] = await people(3);
    const manager = await buildPerson(app);
    const members = [starter, a].map(({ id }) => ({ id, roles: ['designer' as const] }));
    const { id: projectId } = await buildProject(app, { managerId: manager.id, members });
    const process = await buildProcess(app, { starter, projectId, stages: [{ by: [a] }] });
    await add(a, b);
    expect([await count(a), await count(b)]).toEqual([1, 0]);
    expect((await crew.call(b, review.info, { id: process.id })).code).not.toBe(0);
    await app.platform.db.pool.query(
      'insert into project_member (enterprise_id, project_id, user_id) select enterprise_id, id, $2 from project where id = $1',
      [projectId, b.id],
    );
    expect([await count(a), await count(b)]).toEqual([0, 1]);
  });
});

describe('a delegation that a record sets', () => {
  it('is one row for each record: added, changed, refused until another deputy, cleared', async () => {
    const [a, b, c, starter] = await people(4);
    await buildProcess(app, { starter, stages: [{ by: [a] }] });
    const actor = systemActor(await theEnterprise(app));
    const { delegations } = app.modules.processes;
    const source = { kind: 'vacate', id: 7 };
    const set = (to: BuiltPerson, toAt = BASE + DAY) =>
      app.platform.db.transaction((trx) =>
        delegations.set(trx, actor, {
          source,
          fromId: a.id,
          toId: to.id,
          fromAt: new Date(BASE - DAY),
          toAt: new Date(toAt),
        }),
      );
    await set(b);
    expect([await count(a), await count(b)]).toEqual([0, 1]);
    await set(b, BASE + 2 * DAY);
    const { given } = (await crew.call(a, delegation.index)).data;
    expect(given).toMatchObject([{ source, to_at: wire(BASE + 2 * DAY), can: { edit: false, end: true } }]);
    await crew.call(b, delegation.refuse, { id: given[0].id, version: given[0].version });
    await set(b);
    expect([await count(a), await count(b)]).toEqual([1, 0]);
    await set(c);
    expect([await count(a), await count(c)]).toEqual([0, 1]);
    await expect(set(a)).rejects.toMatchObject({ code: 1001 });
    await app.platform.db.transaction((trx) => delegations.clear(trx, actor, source));
    await app.platform.db.transaction((trx) => delegations.clear(trx, actor, source));
    expect([await count(a), await count(c)]).toEqual([1, 0]);
  });
});
