import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSuperAdmin, levelOf, type Principal } from '@prdm/access';
import { userDisable } from '@prdm/contract/organisation';
import * as templates from '@prdm/contract/processes/templates';
import * as review from '@prdm/contract/processes/review';
import { userInfo } from '@prdm/contract/staff';
import {
  actorOf,
  assignmentOf,
  buildProcess,
  Crew,
  draftsOf,
  type BuiltProcess,
} from '../../../testing/worlds/approvals.ts';
import { buildProject, theEnterprise, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

/*
 * A kind of subject that exists in this test only: a request with days and an amount. It belongs to no project, its
 * readers are the holders of a role, and its line shows the amount only to them.
 */
const KIND = 'vacate';
interface Request {
  days: number;
  amount: number;
  reason: string;
  state: 'asked' | 'granted' | 'refused';
}
const requests = new Map<number, Request>();
const reads = (principal: Principal): boolean => isSuperAdmin(principal) || levelOf(principal, 'contract') >= 3;

let app: TestApp;
let crew: Crew;
let enterpriseId: number;
let starter: BuiltPerson;
let checker: BuiltPerson;
let finance: BuiltPerson;
let serial = 500;
/** People who take over what no head of a department can. */
let heirs: number[] = [];

beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  enterpriseId = await theEnterprise(app);
  [starter, checker] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
  finance = await crew.person({ roles: ['finance'] });
  app.modules.processes.register({
    kind: KIND,
    authors: async () => new Map(),
    readers: async (principal, ids) => new Set(reads(principal) ? ids : []),
    lines: async (principal, ids) =>
      new Map(
        ids.map((id) => {
          const { days, amount } = requests.get(id) ?? { days: 0, amount: 0 };
          return [
            id,
            { title: `申请 ${days} 天`, detail: reads(principal) ? (amount / 100).toFixed(2) : '***' },
          ] as const;
        }),
      ),
    facts: async (_trx, _enterpriseId, id) => {
      const { days = 0, amount = 0 } = requests.get(id) ?? {};
      return { days, amount: (amount / 100).toFixed(2), person_id: starter.id };
    },
    heirs: async () => heirs,
    printView: async (_enterpriseId, id) => ({ ...requests.get(id), state: undefined }),
    onFinished: async (_trx, _actor, { subject }) =>
      void Object.assign(requests.get(subject.id) ?? {}, { state: 'granted' }),
    onRejected: async (_trx, _actor, { subject }) =>
      void Object.assign(requests.get(subject.id) ?? {}, { state: 'refused' }),
  });
});
afterAll(() => app.stop());

async function ask(
  given: Partial<Request> & { aboutId?: number; by?: BuiltPerson } = {},
): Promise<BuiltProcess & { record: Request }> {
  serial += 1;
  const { aboutId, by = starter, ...fields } = given;
  const record: Request = { days: 2, amount: 9_876_543, reason: '家中有事', state: 'asked', ...fields };
  requests.set(serial, record);
  const subject = { kind: KIND, id: serial, name: '申请', pcPath: `/vacate?id=${serial}` };
  const about = aboutId === undefined ? {} : { about: { projectId: aboutId } };
  const process = await buildProcess(app, { starter: by, stages: [{ by: [checker] }], subject, ...about });
  return { ...process, record };
}

const rowsOf = async (person: BuiltPerson, input: object): Promise<{ name: string; detail: string }[]> =>
  ((await crew.call(person, review.index, input)).data as { list: { name: string; detail: string }[] }).list;

describe('a kind of subject', () => {
  it('registers once', () => {
    expect(() => app.modules.processes.register({ kind: KIND })).toThrow(/owner already/);
  });

  it('follows the outcome of its approval', async () => {
    const granted = await ask();
    await crew.pass(checker, granted);
    expect(granted.record.state).toBe('granted');
    const refused = await ask();
    await crew.notPass(checker, refused, 'starter');
    expect(refused.record.state).toBe('refused');
    const withdrawn = await ask();
    expect((await crew.call(starter, review.withdraw, { id: withdrawn.id })).code).toBe(0);
    expect(withdrawn.record.state).toBe('refused');
  });

  it('opens its approvals to its own readers, and to nobody else', async () => {
    const process = await ask();
    const stranger = await crew.person();
    expect((await crew.call(finance, review.info, { id: process.id })).code).toBe(0);
    expect((await crew.call(stranger, review.info, { id: process.id })).code).toBe(404);
    // Readers see. They decide nothing.
    const seat_id = await assignmentOf(app, process, checker);
    expect((await crew.call(finance, review.pass, { seat_id })).code).toBe(1005);
  });

  it('writes its lines in the masks of the reader, and stores no amount', async () => {
    const process = await ask({ days: 3 });
    const [row] = await rowsOf(checker, { state: 'todo' });
    expect([row?.name, row?.detail]).toEqual(['申请 3 天', '***']);
    const page = (await crew.call(finance, review.info, { id: process.id })).data as { detail: string };
    expect(page.detail).toBe('98765.43');
    const { rows } = await app.platform.db.pool.query(
      `select (select json_agg(h) from process_history h where h.process_id = $1)::text || p::text as stored
       from process p where p.id = $1`,
      [process.id],
    );
    expect((rows[0] as { stored: string }).stored).not.toContain('98765');
  });

  it('is shown and filtered at the project it refers to, and never judged by it', async () => {
    const project = await buildProject(app);
    const process = await ask({ aboutId: project.id });
    // The checker is no member of the project.
    const page = (await crew.call(checker, review.info, { id: process.id })).data as Record<string, unknown>;
    expect([page['project_id'], page['about_project_id'], page['project_name']]).toEqual([
      null,
      project.id,
      project.name,
    ]);
    const boss = await crew.person({ roles: ['superAdmin'] });
    // The checker decides them all. The boss started one beside the project, so the filter alone makes the difference.
    const inProject = await ask({ aboutId: project.id, by: boss });
    const elsewhere = await ask({ aboutId: (await buildProject(app)).id, by: boss });
    const nowhere = await ask({ by: boss });
    const idsOf = async (input: object) =>
      (
        (await crew.call(boss, review.index, { state: 'mine', ...input })).data as { list: { process_id: number }[] }
      ).list
        .map(({ process_id: id }) => id)
        .toSorted((a, b) => a - b);
    expect(await idsOf({ project_id: project.id })).toEqual([inProject.id]);
    expect(await idsOf({})).toEqual([inProject.id, elsewhere.id, nowhere.id]);
    await app.platform.db.pool.query(`update project set status = 'archived' where id = $1`, [project.id]);
    expect((await crew.call(boss, review.index, { state: 'mine', project_id: project.id })).code).toBe(443);
    expect((await crew.pass(checker, process)).code).toBe(0);
  });
});

it('names the people who take over what nobody else can', async () => {
  const [leaver, heir] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
  heirs = [heir.id];
  serial += 1;
  requests.set(serial, { days: 1, amount: 0, reason: '', state: 'asked' });
  const subject = { kind: KIND, id: serial, name: '申请', pcPath: `/vacate?id=${serial}` };
  const process = await buildProcess(app, { starter, stages: [{ by: [leaver] }], subject });
  const boss = await crew.person({ roles: ['superAdmin'] });
  const { data } = await crew.call(boss, userInfo, { id: leaver.id });
  const disabled = await crew.call(boss, userDisable, { id: leaver.id, version: data.version });
  expect(disabled.code, disabled.msg).toBe(0);
  expect((await crew.pass(heir, process)).code).toBe(0);
});

describe('the copy that the deciders saw', () => {
  const changed = async (process: BuiltProcess): Promise<unknown> =>
    ((await crew.call(checker, review.info, { id: process.id })).data as { changed: unknown }).changed;

  it('warns when the record differs now', async () => {
    const process = await ask();
    expect(await changed(process)).toBe(false);
    process.record.reason = '另有原因';
    expect(await changed(process)).toBe(true);
    process.record.reason = '家中有事';
    expect(await changed(process)).toBe(false);
  });

  it('belongs to its round, with starter and copies of the round', async () => {
    const process = await ask();
    const [second, copied] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    await crew.notPass(checker, process, 'starter');
    process.record.days = 9;
    await app.platform.db.transaction((trx) =>
      app.modules.processes.republish(trx, actorOf(enterpriseId, second), process.subject, {
        starterId: second.id,
        stages: draftsOf([{ by: [checker] }]),
        ccIds: [copied.id],
      }),
    );
    const page = (await crew.call(starter, review.info, { id: process.id })).data as {
      changed: boolean;
      rounds: { round: number; starter: { id: number }; cc: { id: number }[] }[];
    };
    expect(page.changed).toBe(false);
    expect(page.rounds.map(({ round, starter: by, cc }) => [round, by.id, cc.map(({ id }) => id)])).toEqual([
      [1, starter.id, []],
      [2, second.id, [copied.id]],
    ]);
    const { rows } = await app.platform.db.pool.query<{ days: string }>(
      `select copy->>'days' as days from process_round where process_id = $1 order by round`,
      [process.id],
    );
    expect(rows.map(({ days }) => days)).toEqual(['2', '9']);
  });
});

describe('a start without stages', () => {
  const addTemplate = async (given: object): Promise<number> => {
    const boss = await crew.person({ roles: ['superAdmin'] });
    const answer = await crew.call(boss, templates.templateAdd, { kind: KIND, ...given });
    expect(answer.code, answer.msg).toBe(0);
    return (answer.data as { id: number }).id;
  };
  const stage = (name: string, by: BuiltPerson, special: object = {}) => ({
    name,
    executor_rule: 'users',
    executor_ids: [by.id],
    ...special,
  });
  const atOnce = async (record: Partial<Request>) => {
    serial += 1;
    requests.set(serial, { days: 1, amount: 0, reason: '', state: 'asked', ...record });
    const subject = { kind: KIND, id: serial, name: '申请', pcPath: `/vacate?id=${serial}` };
    await app.platform.db.transaction((trx) =>
      app.modules.processes.start(trx, {
        actor: actorOf(enterpriseId, starter),
        subject,
        projectId: null,
        starterId: starter.id,
      }),
    );
    const found = await app.modules.processes.detail(enterpriseId, subject);
    return { templateId: found?.templateId, stages: found?.stages.map(({ name }) => name) };
  };

  it('is refused while no template of the kind exists', async () => {
    await expect(atOnce({})).rejects.toMatchObject({ code: 1001 });
  });

  it('takes the first template whose conditions hold, else the default, and leaves out stages by their conditions', async () => {
    const other = await crew.person();
    const usual = await addTemplate({
      name: '默认',
      is_default: true,
      stages: [
        stage('直接', checker),
        stage('加签', other, { conditions: [{ fact: 'days', operator: 'gt', value: 3 }] }),
      ],
    });
    const long = await addTemplate({
      name: '长假',
      sort: 1,
      conditions: [{ fact: 'days', operator: 'gt', value: 7 }],
      stages: [stage('长假审批', checker)],
    });
    const dear = await addTemplate({
      name: '大额',
      sort: 0,
      stages: [stage('大额审批', checker)],
    });
    // A kind of the product has days or amounts. The kind of this test has both.
    await app.platform.db.pool.query(`update process_template set conditions = $1::jsonb where id = $2`, [
      JSON.stringify([{ fact: 'amount', operator: 'ge', value: '1000000.00' }]),
      dear,
    ]);
    expect(await atOnce({ days: 2 })).toEqual({ templateId: usual, stages: ['直接'] });
    expect(await atOnce({ days: 5 })).toEqual({ templateId: usual, stages: ['直接', '加签'] });
    expect(await atOnce({ days: 8 })).toEqual({ templateId: long, stages: ['长假审批'] });
    expect(await atOnce({ days: 8, amount: 100_000_000 })).toEqual({ templateId: dear, stages: ['大额审批'] });
    expect(await atOnce({ days: 8, amount: 99_999_999 })).toEqual({ templateId: long, stages: ['长假审批'] });
  });
});
