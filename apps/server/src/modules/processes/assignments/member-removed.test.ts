import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as notices from '@prdm/contract/notices';
import { memberDel } from '@prdm/contract/projects';
import * as review from '@prdm/contract/processes/review';
import { userDel } from '@prdm/contract/staff';
import { buildProcess, Crew, detailOf, type BuiltProcess, type StageInput } from '../../../testing/worlds/approvals.ts';
import { buildDepartment, buildProject, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

/** Assignments of a member who is removed from a project (decisions.md 5.2). */
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
  readonly leaver: BuiltPerson;
}
/** A project with a starter and a member whose department has a head. `headToo`: the head is a member as well. */
async function place({ headToo }: { headToo: boolean }): Promise<Place> {
  const [manager, starter, head] = (await crew.people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
  const department = await buildDepartment(app, { leaderId: head.id });
  const leaver = await crew.person({ departmentId: department.id });
  const people = headToo ? [starter, leaver, head] : [starter, leaver];
  const members = people.map(({ id }) => ({ id, roles: ['designer' as const] }));
  const { id: projectId } = await buildProject(app, { managerId: manager.id, members });
  return { projectId, manager, starter, head, leaver };
}
const within = ({ projectId, starter }: Place, stages: readonly StageInput[]): Promise<BuiltProcess> =>
  buildProcess(app, { starter, projectId, stages });
const remove = ({ projectId, manager }: Place, { id }: BuiltPerson) =>
  crew.call(manager, memberDel, { project_id: projectId, user_id: id });
const assignments = async (process: BuiltProcess) =>
  (await detailOf(app, process)).stages.map((stage) =>
    stage.assignments.map((assignment) => [assignment.userId, assignment.status]),
  );
const marked = async (reader: BuiltPerson, { id }: BuiltProcess) => {
  const { stages } = (await crew.call(reader, review.info, { id })).data;
  const { list } = (await crew.call(reader, review.index, { state: 'mine', size: 200 })).data;
  return [
    stages.map(({ stranded }: { stranded: boolean }) => stranded),
    list.find((row: { process_id: number }) => row.process_id === id).stage.stranded,
  ];
};

async function noticesOf(person: BuiltPerson): Promise<string[]> {
  await vi.waitFor(async () => {
    const { rows } = await app.platform.db.pool.query('select count(*)::int as n from outbox where done_at is null');
    expect(rows[0].n).toBe(0);
  }, 10_000);
  const { data } = await crew.call(person, notices.index, { ispage: 'not' });
  return data.list.map(({ content }: { content: string }) => content);
}

describe('the assignments of a removed project member', () => {
  it('go to the head of the department in open and later stages, and the review continues', async () => {
    const here = await place({ headToo: true });
    const { leaver, head, starter } = here;
    const process = await within(here, [{ by: [leaver] }, { by: [starter] }, { by: [leaver] }]);
    expect(await remove(here, leaver)).toMatchObject({ code: 0 });
    expect(await assignments(process)).toEqual([
      [
        [leaver.id, 'transferred'],
        [head.id, 'open'],
      ],
      [[starter.id, 'waiting']],
      [[head.id, 'waiting']],
    ]);
    expect(await noticesOf(head)).toContain(`“${process.name}”的“节点1”节点已改由您审核，请处理`);
    expect((await crew.call(leaver, review.counts)).data.todo).toBe(0);
    // The later stage repeats the signature of the head, so it passes without a decision.
    for (const who of [head, starter]) expect(await crew.pass(who, process)).toMatchObject({ code: 0 });
    expect((await detailOf(app, process)).status).toBe('review_complete');
  });

  it('go to the manager if the head is no member, and in this project only', async () => {
    const here = await place({ headToo: false });
    const { leaver, manager } = here;
    const [starter] = (await crew.people(1)) as [BuiltPerson];
    const { id: other } = await buildProject(app, {
      managerId: manager.id,
      members: [starter, leaver].map(({ id }) => ({ id, roles: ['designer' as const] })),
    });
    const process = await within(here, [{ by: [leaver] }]);
    const elsewhere = await buildProcess(app, { starter, projectId: other, stages: [{ by: [leaver] }] });
    const nowhere = await buildProcess(app, { starter, stages: [{ by: [leaver] }] });
    await remove(here, leaver);
    expect((await assignments(process)).flat()).toContainEqual([manager.id, 'open']);
    for (const untouched of [elsewhere, nowhere]) expect(await assignments(untouched)).toEqual([[[leaver.id, 'open']]]);
  });

  it('return to their executor if they were only offered', async () => {
    const here = await place({ headToo: true });
    const { leaver, head } = here;
    const process = await within(here, [{ by: [head] }]);
    await crew.transfer(head, process, leaver);
    await remove(here, leaver);
    expect(await assignments(process)).toEqual([[[head.id, 'open']]]);
  });

  it('stay if no candidate is eligible: marked until the person returns, with a notice to those who can act', async () => {
    const { projectId, manager, leaver } = await place({ headToo: false });
    const here = { projectId, manager, leaver, starter: manager, head: manager };
    const process = await within(here, [{ by: [leaver] }]);
    expect(await marked(manager, process)).toEqual([[false], false]);
    await remove(here, leaver);
    expect(await assignments(process)).toEqual([[[leaver.id, 'open']]]);
    expect(await marked(manager, process)).toEqual([[true], true]);
    expect((await noticesOf(manager)).filter((text) => text.includes(process.name))).toHaveLength(1);
    const { rows } = await app.platform.db.pool.query(
      `insert into project_member (enterprise_id, project_id, user_id)
       select enterprise_id, project_id, user_id from project_member where project_id = $1 and user_id = $2
       on conflict (enterprise_id, project_id, user_id) do update set removed_at = null returning user_id`,
      [projectId, leaver.id],
    );
    expect(rows).toHaveLength(1);
    expect(await marked(manager, process)).toEqual([[false], false]);
  });

  it('stay with a person who reads every project and can still decide', async () => {
    const here = await place({ headToo: true });
    const leading = await crew.person({ roles: ['leader'] });
    const process = await within(here, [{ by: [here.head, leading] }]);
    await app.platform.db.pool.query(
      `insert into project_member (enterprise_id, project_id, user_id) select enterprise_id, id, $2 from project where id = $1`,
      [here.projectId, leading.id],
    );
    expect(await remove(here, leading)).toMatchObject({ code: 0 });
    expect(await assignments(process)).toEqual([
      [
        [here.head.id, 'open'],
        [leading.id, 'open'],
      ],
    ]);
    expect(await marked(here.starter, process)).toEqual([[false], false]);
    expect(await crew.pass(leading, process)).toMatchObject({ code: 0 });
  });

  it('are handled once for a person who leaves the enterprise and so its projects', async () => {
    const leave = async ({ id }: BuiltPerson) => {
      const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [id]);
      expect(await app.call(userDel, { id, version: rows[0].version }, { token: admin })).toMatchObject({ code: 0 });
    };
    const { projectId, manager, starter, leaver } = await place({ headToo: false });
    const stages = [{ by: [starter] }, { by: [leaver] }];
    const process = await buildProcess(app, { starter: manager, projectId, stages });
    await leave(leaver);
    expect(await assignments(process)).toEqual([[[starter.id, 'open']], [[leaver.id, 'waiting']]]);
    expect((await noticesOf(manager)).filter((text) => text.includes(process.name))).toHaveLength(1);
  });
});
