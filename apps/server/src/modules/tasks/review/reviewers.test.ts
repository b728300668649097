import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { add, edit, publish, submit } from '@prdm/contract/tasks';
import type { RoleKey } from '@prdm/contract/nodes';
import { buildPerson, buildProject, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../../testing/worlds/task-world.ts';
import { actorIn } from '../../../testing/matrix/objects.ts';
import { selfReviewed } from './separation.ts';

/** People who can be named for a stage, and valid targets of a transferred assignment (decisions.md sections 5.2 and 7). */
let app: TestApp;
let world: TaskWorld;
/** Members of another company in the project: without and with the right to review there. */
let guest: Signed;
let invitedReviewer: Signed;
let enterpriseId: number;

const join = (userId: number, role: RoleKey) =>
  app.platform.db.transaction((trx) =>
    app.modules.projects.addMember(trx, actorIn(enterpriseId, world.manager.id), world.projectId, {
      userId,
      roleKeysOrIds: [role],
    }),
  );
const leave = (userId: number) =>
  app.platform.db.transaction((trx) =>
    app.modules.projects.removeMember(trx, actorIn(enterpriseId, world.manager.id), world.projectId, userId),
  );

beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  enterpriseId = await theEnterprise(app);
  const invited = async (name: string, role: RoleKey): Promise<Signed> => {
    const built = await buildPerson(app, { name });
    await app.platform.db.pool.query(`update staff set type = 'partner' where user_id = $1`, [built.id]);
    await join(built.id, role);
    return { ...built, token: await app.signIn(built.account, PASSWORD) };
  };
  guest = await invited('协作甲', 'partner');
  invitedReviewer = await invited('协作审核', 'reviewer');
});
afterAll(() => app.stop());

const stages = (...people: { id: number }[][]) =>
  people.map((some, index) => ({ name: `节点${index + 1}`, executor_ids: some.map(({ id }) => id) }));
const withOwnCheck = (...people: { id: number }[][]) =>
  stages(...people).map((stage, index) => (index === 0 ? { ...stage, name: '自校' } : stage));

describe('a planned stage', () => {
  it('refuses a partner without the right to review in the project, at adding and editing', async () => {
    const { lead, proofreader } = world;
    const refused = { code: 1001, msg: '以下人员在该项目中没有审核权限：协作甲', data: { field: 'stages' } };
    expect(await world.call(add, world.form({ stages: stages([proofreader], [guest]) }), lead)).toMatchObject(refused);
    const id = await world.draft();
    expect(await world.act(edit, id, lead, { stages: stages([guest]) })).toMatchObject(refused);
  });

  it('accepts a partner whose project role allows reviews, and every colleague of the project', async () => {
    const { lead, designer } = world;
    const answer = await world.call(add, world.form({ stages: stages([designer], [invitedReviewer]) }), lead);
    expect(answer.code).toBe(0);
  });

  it('without an active reviewer is named by the refusals of publishing and submitting', async () => {
    const { lead, designer, proofreader, reviewer } = world;
    const draft = await world.draft();
    const started = await world.started();
    await leave(reviewer.id);
    expect(await world.act(publish, draft, lead)).toMatchObject({ code: 1001, msg: '节点“审核”没有审核人' });
    expect(await world.act(submit, started, designer)).toMatchObject({
      code: 1008,
      data: { params: { name: '审核' } },
    });
    await join(reviewer.id, 'reviewer');
    expect((await world.act(submit, started, designer)).code).toBe(0);
    // One of two reviewers of a stage left and gets no assignment.
    const both = await world.started({ stages: stages([proofreader, reviewer], [proofreader]) });
    await leave(reviewer.id);
    await world.act(submit, both, designer);
    const [first] = (await world.read(both)).process.stages;
    expect(first.seats.map(({ user }: { user: { id: number } }) => user.id)).toEqual([proofreader.id]);
    await join(reviewer.id, 'reviewer');
  });
});

describe('a transferred assignment', () => {
  const requestTransfer = async (target: { id: number }) => {
    const id = await world.submitted();
    const seat_id = await world.assignmentOf(id, world.proofreader.id);
    const answer = await world.call(review.transfer, { seat_id, target_id: target.id }, world.proofreader);
    return { answer, seat_id };
  };

  it('cannot go to a person without the right: partner, stranger, disabled', async () => {
    expect((await requestTransfer(guest)).answer).toMatchObject({
      code: 1001,
      msg: '该人员在该项目中没有审核权限',
      data: { field: 'target_id' },
    });
    expect((await requestTransfer(world.stranger)).answer).toMatchObject({ code: 1001, data: { field: 'target_id' } });
    const inactive = await buildPerson(app, { name: '停用者' });
    await join(inactive.id, 'reviewer');
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [inactive.id]);
    expect((await requestTransfer(inactive)).answer.code).toBe(1012);
  });

  it('can go to a partner who may review, and is neither decided nor confirmed without the role', async () => {
    const { answer, seat_id } = await requestTransfer(invitedReviewer);
    expect(answer.code).toBe(0);
    const own = await world.submitted({ stages: stages([invitedReviewer]) });
    const ownAssignment = await world.assignmentOf(own, invitedReviewer.id);
    await app.platform.db.pool.query(`delete from project_member_role where user_id = $1`, [invitedReviewer.id]);
    expect((await world.call(review.transferConfirm, { seat_id }, invitedReviewer)).code).toBe(1005);
    expect((await world.call(review.pass, { seat_id: ownAssignment }, invitedReviewer)).code).toBe(1005);
  });
});

describe('an assignment transferred to an executor of the work', () => {
  const shared = (more: object) => {
    const { designer, colleague } = world;
    return world.submitted({ executor_ids: [designer.id, colleague.id], ...more });
  };
  const refused = { code: 1001, data: { field: 'target_id' }, msg: '该人员是这项工作的执行人，不能审核自己的成果' };

  it('is refused in the only stage and in a later one that the planner gave to another person', async () => {
    const { colleague, proofreader, reviewer } = world;
    const only = await shared({ stages: stages([proofreader]) });
    const onlyAssignment = await world.assignmentOf(only, proofreader.id);
    const target_id = colleague.id;
    expect(await world.call(review.transfer, { seat_id: onlyAssignment, target_id }, proofreader)).toMatchObject(
      refused,
    );
    const id = await shared({ stages: stages([proofreader], [reviewer]) });
    await world.passStage(id, proofreader);
    const later = await world.assignmentOf(id, reviewer.id);
    expect(await world.call(review.transfer, { seat_id: later, target_id }, reviewer)).toMatchObject(refused);
  });

  it('is allowed in the own check of several stages', async () => {
    const { designer, colleague, proofreader } = world;
    const id = await shared({ stages: withOwnCheck([designer], [proofreader]) });
    const seat_id = await world.assignmentOf(id, designer.id);
    const requested = await world.call(review.transfer, { seat_id, target_id: colleague.id }, designer);
    expect(requested.code).toBe(0);
    expect((await world.call(review.transferConfirm, { seat_id }, colleague)).code).toBe(0);
  });

  it('cannot be confirmed if the target became an executor after the request', async () => {
    const { colleague, proofreader } = world;
    const id = await world.submitted({ stages: stages([proofreader]) });
    const seat_id = await world.assignmentOf(id, proofreader.id);
    expect((await world.call(review.transfer, { seat_id, target_id: colleague.id }, proofreader)).code).toBe(0);
    await app.platform.db.pool.query(
      `insert into task_executor (enterprise_id, task_id, user_id) select enterprise_id, id, $2 from task where id = $1`,
      [id, colleague.id],
    );
    expect(await world.call(review.transferConfirm, { seat_id }, colleague)).toMatchObject({
      code: 1008,
      msg: refused.msg,
    });
  });
});

describe('an executor who alone decides a later stage', () => {
  it('is published with a warning that the action log keeps', async () => {
    const { lead, designer, proofreader } = world;
    const id = await world.draft({ stages: stages([designer], [designer]) });
    const answer = await world.act(publish, id, lead);
    expect(answer).toMatchObject({ code: 0, data: { warnings: ['tasks.selfReviewed'] } });
    const { rows } = await app.platform.db.pool.query(
      `select after from action_log where target_kind = 'task' and target_id = $1 and after ? 'reviewed_by_executor'`,
      [id],
    );
    expect(rows).toHaveLength(1);
    const usual = await world.draft({ stages: withOwnCheck([designer], [proofreader]) });
    expect((await world.act(publish, usual, lead)).data).not.toHaveProperty('warnings');
  });

  it.each([
    ['the own check before others', [[1], [2]], [], '自校'],
    ['the first of several, which is no own check', [[1], [2]], ['n1']],
    ['alone at the end', [[2], [1]], ['n2']],
    ['one of two who may decide', [[2], [1, 3]], []],
    ['the only stage there is', [[1]], ['n1']],
    ['no stage', [], []],
  ])('%s', (_name, people, wanted, first = 'n1') => {
    const given = people.map((executor_ids, index) => ({ name: index === 0 ? first : `n${index + 1}`, executor_ids }));
    expect(selfReviewed([1], given)).toEqual(wanted);
  });
});

it('a project without the partner is not affected by the rights of the partner elsewhere', async () => {
  const { id } = await buildProject(app, { managerId: world.manager.id });
  const eligibility = await app.modules.processes.eligibility(enterpriseId, id, [invitedReviewer.id, world.manager.id]);
  expect(Object.fromEntries(eligibility)).toEqual({ [invitedReviewer.id]: 'outside', [world.manager.id]: 'fit' });
});
