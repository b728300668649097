import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as notices from '@prdm/contract/notices';
import { memberDel } from '@prdm/contract/projects';
import * as review from '@prdm/contract/review';
import { userDel } from '@prdm/contract/staff';
import { buildProcess, Crew, detailOf, type BuiltProcess, type StageWish } from '../../testing/approvals.ts';
import { buildDepartment, buildProject, type BuiltPerson } from '../../testing/builders.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** What becomes of the seats in a project of somebody who is taken out of it (decisions.md 5.2). */
let app: TestApp;
let crew: Crew;
let admin: string;

beforeAll(async () => {
  app = await startApp();
  crew = new Crew(app);
  admin = await app.admin();
});
afterAll(() => app.stop());

interface Place {
  readonly projectId: number;
  readonly manager: BuiltPerson;
  readonly starter: BuiltPerson;
  readonly head: BuiltPerson;
  readonly gone: BuiltPerson;
}
/** A project whose members are a starter and somebody of a department with a head; `headToo`: who belongs to it as well. */
async function place({ headToo }: { headToo: boolean }): Promise<Place> {
  const [manager, starter, head] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
  const department = await buildDepartment(app, { leaderId: head.id });
  const gone = await crew.person({ departmentId: department.id });
  const people = headToo ? [starter, gone, head] : [starter, gone];
  const members = people.map(({ id }) => ({ id, roles: ['designer' as const] }));
  const { id: projectId } = await buildProject(app, { managerId: manager.id, members });
  return { projectId, manager, starter, head, gone };
}
const within = ({ projectId, starter }: Place, stages: readonly StageWish[]): Promise<BuiltProcess> =>
  buildProcess(app, { starter, projectId, stages });
const remove = ({ projectId, manager }: Place, { id }: BuiltPerson) =>
  crew.call(manager, memberDel, { project_id: projectId, user_id: id });
const seats = async (process: BuiltProcess) =>
  (await detailOf(app, process)).stages.map((stage) => stage.seats.map((seat) => [seat.userId, seat.status]));
const marked = async (reader: BuiltPerson, { id }: BuiltProcess) => {
  const { stages } = (await crew.call(reader, review.info, { id })).data;
  const { list } = (await crew.call(reader, review.index, { state: 'mine', size: 200 })).data;
  return [
    stages.map(({ stranded }: { stranded: boolean }) => stranded),
    list.find((row: { process_id: number }) => row.process_id === id).stage.stranded,
  ];
};

async function told(person: BuiltPerson): Promise<string[]> {
  await vi.waitFor(async () => {
    const { rows } = await app.platform.db.pool.query('select count(*)::int as n from outbox where done_at is null');
    expect(rows[0].n).toBe(0);
  }, 10_000);
  const { data } = await crew.call(person, notices.index, { ispage: 'not' });
  return data.list.map(({ content }: { content: string }) => content);
}

describe('the seats of somebody who is taken out of a project', () => {
  it('go to the head of the department who is a member, now and in stages to come, and the flow goes on', async () => {
    const here = await place({ headToo: true });
    const { gone, head, starter } = here;
    const process = await within(here, [{ by: [gone] }, { by: [starter] }, { by: [gone] }]);
    expect(await remove(here, gone)).toMatchObject({ code: 0 });
    expect(await seats(process)).toEqual([
      [
        [gone.id, 'transferred'],
        [head.id, 'open'],
      ],
      [[starter.id, 'waiting']],
      [[head.id, 'waiting']],
    ]);
    expect(await told(head)).toContain(`“${process.name}”的“节点1”节点已改由您审核，请处理`);
    expect((await crew.call(gone, review.counts)).data.todo).toBe(0);
    for (const who of [head, starter, head]) expect(await crew.pass(who, process)).toMatchObject({ code: 0 });
    expect((await detailOf(app, process)).status).toBe('review_complete');
  });

  it('go to the manager where the head is no member, and in this project alone', async () => {
    const here = await place({ headToo: false });
    const { gone, manager } = here;
    const [starter] = (await crew.people(1)) as [BuiltPerson];
    const { id: other } = await buildProject(app, {
      managerId: manager.id,
      members: [starter, gone].map(({ id }) => ({ id, roles: ['designer' as const] })),
    });
    const process = await within(here, [{ by: [gone] }]);
    const elsewhere = await buildProcess(app, { starter, projectId: other, stages: [{ by: [gone] }] });
    const nowhere = await buildProcess(app, { starter, stages: [{ by: [gone] }] });
    await remove(here, gone);
    expect((await seats(process)).flat()).toContainEqual([manager.id, 'open']);
    for (const untouched of [elsewhere, nowhere]) expect(await seats(untouched)).toEqual([[[gone.id, 'open']]]);
  });

  it('that were only offered are their executor’s again', async () => {
    const here = await place({ headToo: true });
    const { gone, head } = here;
    const process = await within(here, [{ by: [head] }]);
    await crew.transfer(head, process, gone);
    await remove(here, gone);
    expect(await seats(process)).toEqual([[[head.id, 'open']]]);
  });

  it('stay where nobody may take them: marked until the person is back, and those who can act are told', async () => {
    const { projectId, manager, gone } = await place({ headToo: false });
    const here = { projectId, manager, gone, starter: manager, head: manager };
    const process = await within(here, [{ by: [gone] }]);
    expect(await marked(manager, process)).toEqual([[false], false]);
    await remove(here, gone);
    expect(await seats(process)).toEqual([[[gone.id, 'open']]]);
    expect(await marked(manager, process)).toEqual([[true], true]);
    expect((await told(manager)).filter((text) => text.includes(process.name))).toHaveLength(1);
    const { rows } = await app.platform.db.pool.query(
      `insert into project_member (enterprise_id, project_id, user_id)
       select enterprise_id, project_id, user_id from project_member where project_id = $1 and user_id = $2
       on conflict (enterprise_id, project_id, user_id) do update set removed_at = null returning user_id`,
      [projectId, gone.id],
    );
    expect(rows).toHaveLength(1);
    expect(await marked(manager, process)).toEqual([[false], false]);
  });

  it('stay with who sees every project and goes on deciding', async () => {
    const here = await place({ headToo: true });
    const leading = await crew.person({ roles: ['leader'] });
    const process = await within(here, [{ by: [here.head, leading] }]);
    await app.platform.db.pool.query(
      `insert into project_member (enterprise_id, project_id, user_id) select enterprise_id, id, $2 from project where id = $1`,
      [here.projectId, leading.id],
    );
    expect(await remove(here, leading)).toMatchObject({ code: 0 });
    expect(await seats(process)).toEqual([
      [
        [here.head.id, 'open'],
        [leading.id, 'open'],
      ],
    ]);
    expect(await marked(here.starter, process)).toEqual([[false], false]);
    expect(await crew.pass(leading, process)).toMatchObject({ code: 0 });
  });

  it('are looked at once when somebody leaves the enterprise and its projects with it', async () => {
    const leave = async ({ id }: BuiltPerson) => {
      const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [id]);
      expect(await app.call(userDel, { id, version: rows[0].version }, { token: admin })).toMatchObject({ code: 0 });
    };
    const { projectId, manager, starter, gone } = await place({ headToo: false });
    const stages = [{ by: [starter] }, { by: [gone] }];
    const process = await buildProcess(app, { starter: manager, projectId, stages });
    await leave(gone);
    expect(await seats(process)).toEqual([[[starter.id, 'open']], [[gone.id, 'waiting']]]);
    expect((await told(manager)).filter((text) => text.includes(process.name))).toHaveLength(1);
  });
});
