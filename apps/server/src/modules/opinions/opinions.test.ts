import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '@prdm/contract/limits';
import { index as noticeIndex } from '@prdm/contract/notices';
import { userDisable } from '@prdm/contract/organisation';
import * as calls from '@prdm/contract/processes/opinions';
import * as review from '@prdm/contract/processes/review';
import { actorOf, assignmentOf, buildProcess, detailOf } from '../../testing/worlds/approvals.ts';
import { theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { OPINION_ACTS, opinionWorld, type OpinionAct, type OpinionWorld } from '../../testing/worlds/opinion-world.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let crew: OpinionWorld['crew'];
let designer: OpinionWorld['designer'];
let proofreader: OpinionWorld['proofreader'];
let reviewer: OpinionWorld['reviewer'];
let colleague: OpinionWorld['colleague'];
let begin: OpinionWorld['begin'];
let add: OpinionWorld['add'];
let act: OpinionWorld['act'];
let raised: OpinionWorld['raised'];
let read: OpinionWorld['read'];
let row: OpinionWorld['row'];
let outcome: OpinionWorld['outcome'];
let republish: OpinionWorld['republish'];

beforeAll(async () => {
  app = await startApp();
  ({ crew, designer, proofreader, reviewer, colleague, begin, add, act, raised, read, row, outcome, republish } =
    await opinionWorld(app));
});
afterAll(() => app.stop());

const CHANGES = Object.keys(OPINION_ACTS) as OpinionAct[];

describe('an opinion from raising to its end', () => {
  it('keeps its words sealed in the action log, and out of the outbox', async () => {
    const process = await begin();
    const id = await raised(proofreader, process, { text: '封存甲' });
    const ended = await raised(proofreader, process, { text: '封存乙' });
    expect(await outcome(proofreader, 'edit', id, { grade: 'principle', text: '封存丙' })).toBe(0);
    expect(await outcome(designer, 'reply', id, { text: '封存丁' })).toBe(0);
    expect(await outcome(proofreader, 'close', id, { text: '封存戊' })).toBe(0);
    expect(await outcome(proofreader, 'del', ended)).toBe(0);
    const { pool } = app.platform.db;
    const { rows } = await pool.query<{ sides: Record<string, unknown>[] }>(
      `select array_remove(array[before, after], null) as sides from action_log
       where event like 'opinions.%' and target_id = any($1) order by id`,
      [[id, ended]],
    );
    expect(rows).toHaveLength(6);
    const sides = rows.flatMap((row) => row.sides);
    const sealed = sides.flatMap(({ text, note }) => [text, note].filter((word) => word !== undefined));
    expect(sealed).toHaveLength(11);
    for (const word of sealed) {
      expect(word).toMatchObject({ content_key: 'opinions', project_id: null });
      const { people } = word as { people: number[] };
      expect(people).toEqual(expect.arrayContaining([designer.id, proofreader.id, reviewer.id]));
      expect(people).not.toContain(colleague.id);
    }
    const outbox = await pool.query(`select happening from outbox where happening::text like '%封存%'`);
    expect(outbox.rows).toEqual([]);
  });

  it('is numbered, answered and closed, and its thread keeps every word', async () => {
    const process = await begin();
    const { data } = await add(proofreader, process, { grade: 'technical', place_name: '1-1 剖面' });
    expect(data).toMatchObject({ no: 1 });
    const id = data.id as number;
    expect((await add(reviewer, process)).data.no).toBe(2);
    expect(await outcome(proofreader, 'edit', id, { grade: 'principle', text: '尺寸有误' })).toBe(0);
    expect(await outcome(designer, 'reply', id, { text: '已改' })).toBe(0);
    expect(await outcome(designer, 'reply', id, { text: '又改' })).toBe(0);
    expect(await outcome(proofreader, 'close', id, { text: '核对无误' })).toBe(0);

    const opinion = await row(id);
    expect(opinion).toMatchObject({
      no: 1,
      round: 1,
      stage_name: '校对',
      position: 1,
      grade: 'principle',
      text: '尺寸有误',
      state: 'closed',
      place: { kind: 'text', name: '1-1 剖面', model: null, guid: null, file: null },
      author: { id: proofreader.id, name: proofreader.name },
      for_user: null,
      reply: { user: { id: designer.id }, text: '又改' },
      ended: { user: { id: proofreader.id }, text: '核对无误' },
      blocks: false,
      process_id: process.id,
      pc_path: expect.stringContaining('/contract/detail'),
      view: null,
    });
    expect(opinion.thread.map(({ action, text }: { action: string; text: string }) => `${action} ${text}`)).toEqual([
      'raise 尺寸不一致',
      'edit 尺寸有误',
      'reply 已改',
      'reply 又改',
      'close 核对无误',
    ]);
  });

  it('kept needs a reason, and a reopened one is open again', async () => {
    const process = await begin();
    const id = await raised(proofreader, process);
    expect(await act(proofreader, 'keep', id, { text: ' ' })).toMatchObject({ code: 1001, data: { field: 'text' } });
    expect(await outcome(reviewer, 'keep', id, { text: '下阶段处理' })).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'kept', ended: { text: '下阶段处理', user: { id: reviewer.id } } });
    expect(await outcome(proofreader, 'reopen', id)).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'open', ended: null });
    expect((await read(process)).unresolved).toEqual({ principle: 0, technical: 0, general: 1 });
  });

  it('a deleted one keeps its number and is gone for everyone', async () => {
    const process = await begin();
    const [first, second] = [await raised(proofreader, process), await raised(proofreader, process)];
    expect(await outcome(designer, 'del', first)).toBe(1005);
    expect(await outcome(proofreader, 'del', first)).toBe(0);
    for (const what of ['del', 'reply', 'close'] as const) expect(await outcome(proofreader, what, first)).toBe(1006);
    expect((await crew.call(designer, calls.opinionInfo, { id: first })).code).toBe(1006);
    expect((await add(proofreader, process)).data.no).toBe(3);
    expect((await read(process)).list.map(({ id }: { id: number }) => id)).toContain(second);
    expect((await read(process)).list).toHaveLength(2);
  });

  it('one with an answer is neither changed nor deleted', async () => {
    const process = await begin();
    const id = await raised(proofreader, process);
    await act(designer, 'reply', id, { text: '已改' });
    const edit = await act(proofreader, 'edit', id, { grade: 'general', text: '又一处' });
    expect(edit).toMatchObject({ code: 1008, msg: '该意见已有回复，不能再修改或删除' });
    expect(await outcome(proofreader, 'del', id)).toBe(1008);
  });

  it('lists unresolved ones first, then by number, in a later round too', async () => {
    const process = await begin();
    const [one, two] = [await raised(proofreader, process), await raised(proofreader, process)];
    await act(proofreader, 'close', one);
    const numbers = async () => (await read(process)).list.map(({ no, state }: calls.OpinionRow) => `${no} ${state}`);
    expect(await numbers()).toEqual(['2 open', '1 closed']);
    await crew.notPass(proofreader, process, 'starter');
    expect(await outcome(designer, 'reply', two, { text: '已改' })).toBe(0);
    await republish(process);
    await raised(proofreader, process);
    expect(await numbers()).toEqual(['2 answered', '3 open', '1 closed']);
    expect((await read(process)).list.map(({ round }: calls.OpinionRow) => round)).toEqual([1, 2, 1]);
    expect(await outcome(proofreader, 'close', two)).toBe(0);
  });
});

describe('rights', () => {
  it('only executors of the running round raise, and only under review', async () => {
    const process = await begin();
    for (const person of [designer, colleague])
      expect((await add(person, process)).code).toBe(person === designer ? 1005 : 1006);
    expect([(await read(process, proofreader)).can_add, (await read(process)).can_add]).toEqual([true, false]);
    await crew.notPass(proofreader, process, 'starter');
    expect(await add(proofreader, process)).toMatchObject({ code: 1008, msg: '只能在审核过程中进行此操作' });
    expect((await read(process, proofreader)).can_add).toBe(false);
  });

  it('an opinion belongs to the stage of its author', async () => {
    const process = await begin();
    const id = await raised(reviewer, process, { grade: 'principle' });
    expect(await row(id)).toMatchObject({ stage_name: '审核', position: 2, blocks: false });
    // It does not block the stage before.
    expect((await crew.pass(proofreader, process)).code).toBe(0);
    expect(await row(id)).toMatchObject({ blocks: true });
    expect((await crew.pass(reviewer, process)).code).toBe(1008);
  });

  it('strangers find nothing, and readers without a part change nothing', async () => {
    const cc = await crew.person();
    const process = await buildProcess(app, { starter: designer, stages: [{ by: [proofreader] }], cc: [cc] });
    const id = await raised(proofreader, process);
    for (const what of CHANGES) {
      expect([what, await outcome(colleague, what, id)]).toEqual([what, 1006]);
      expect([what, await outcome(cc, what, id)]).toEqual([what, 1005]);
    }
    expect((await crew.call(colleague, calls.opinionIndex, { process_id: process.id })).code).toBe(1006);
    expect((await crew.call(colleague, calls.opinionRecord, { process_id: process.id })).code).toBe(404);
    expect(Object.values((await row(id, cc)).can)).toEqual(Array(6).fill(false));
  });

  it.each(['designer', 'proofreader', 'reviewer'] as const)(
    'what an answer says the %s can do is what the calls allow',
    async (name) => {
      const person = { designer, proofreader, reviewer }[name];
      const process = await begin();
      for (const state of ['open', 'answered', 'closed'] as const) {
        for (const what of CHANGES) {
          const id = await raised(proofreader, process);
          if (state === 'answered') await act(designer, 'reply', id);
          if (state === 'closed') await act(proofreader, 'close', id);
          const can = (await row(id, person)).can as Record<string, boolean>;
          const code = await outcome(person, what, id);
          expect([state, what, code === 0]).toEqual([state, what, can[what]]);
          expect([0, 1005, 1008]).toContain(code);
        }
      }
    },
  );

  it('an executor of the same stage ends the opinions of a colleague who has left', async () => {
    const [leaving, staying] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const process = await buildProcess(app, {
      starter: designer,
      stages: [{ by: [leaving, staying] }, { by: [reviewer] }],
    });
    const id = await raised(leaving, process, { grade: 'principle' });
    expect(await outcome(staying, 'close', id)).toBe(1005);
    const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [leaving.id]);
    await app.call(userDisable, { id: leaving.id, version: rows[0].version }, { token: await app.admin() });
    expect((await row(id, staying)).can).toMatchObject({ close: true, edit: false });
    expect(await outcome(staying, 'close', id)).toBe(0);
  });

  it('the successor of a transfer ends the opinions of the stage, and the colleague of an added stage does not', async () => {
    const [author, peer, successor, friend] = (await crew.people(4)) as [
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
      BuiltPerson,
    ];
    const process = await buildProcess(app, { starter: designer, stages: [{ by: [author, peer] }] });
    const id = await raised(author, process, { grade: 'principle' });
    const seat = (person: BuiltPerson) => assignmentOf(app, process, person);
    const added = {
      seat_id: await seat(peer),
      where: 'after',
      user_ids: [friend.id],
      sign_mode: 'any',
      reason: '会签',
    };
    expect(await crew.call(peer, review.addSign, added)).toMatchObject({ code: 0 });
    expect(await outcome(friend, 'close', id)).toBe(1005);
    expect(await crew.pass(peer, process)).toMatchObject({ code: 1008 });
    expect(await outcome(peer, 'close', id)).toBe(1005);
    await crew.transfer(author, process, successor);
    const answer = await crew.call(successor, review.transferConfirm, { seat_id: await seat(author) });
    expect(answer).toMatchObject({ code: 0 });
    expect((await row(id, successor)).can).toMatchObject({ close: true, keep: true, edit: false });
    expect(await outcome(successor, 'close', id)).toBe(0);
    expect(await crew.pass(successor, process)).toMatchObject({ code: 0 });
  });

  it('a cancelled process shows and changes nothing', async () => {
    const process = await begin();
    const id = await raised(proofreader, process);
    const actor = actorOf(await theEnterprise(app), designer);
    await app.platform.db.transaction((trx) => app.modules.processes.cancel(trx, actor, process.subject));
    expect((await add(proofreader, process)).code).toBe(1006);
    expect(await outcome(designer, 'reply', id, { text: '已改' })).toBe(1006);
    expect((await crew.call(designer, calls.opinionIndex, { process_id: process.id })).code).toBe(1006);
  });

  it('after review complete opinions can be answered and closed only', async () => {
    const process = await begin();
    const [one, two] = [await raised(proofreader, process), await raised(proofreader, process)];
    await crew.pass(proofreader, process);
    await crew.pass(reviewer, process);
    expect((await detailOf(app, process)).status).toBe('review_complete');
    expect(await outcome(proofreader, 'edit', one, { grade: 'principle', text: '改' })).toBe(1008);
    expect(await outcome(proofreader, 'del', one)).toBe(1008);
    expect(await outcome(designer, 'reply', one, { text: '已改' })).toBe(0);
    expect(await outcome(proofreader, 'close', one)).toBe(0);
    expect(await outcome(proofreader, 'reopen', one)).toBe(1008);
    expect(await outcome(reviewer, 'keep', two, { text: '保留' })).toBe(0);
  });
});

describe('bad input', () => {
  it.each([
    [{ text: ' ' }, 'text'],
    [{ text: 'x'.repeat(LIMITS.commentMax + 1) }, 'text'],
    [{ grade: 'grave' }, 'grade'],
    [{ place: 'moon' }, 'place'],
    [{ place_name: 'x'.repeat(LIMITS.titleMax + 1) }, 'place_name'],
    [{ place: 'file' }, 'attachment_id'],
    [{ place: 'viewpoint' }, 'version_id'],
    [{ place: 'component', guid: 'x' }, 'version_id'],
    [{ guid: 'x' }, 'guid'],
    [{ page: 3 }, 'page'],
    [{ place: 'viewpoint', view: JSON.stringify({ version: 1 }) }, 'view.origin'],
  ])('%j answers 1001 at %s', async (more, field) => {
    const process = await begin();
    const { code, data } = await add(proofreader, process, more);
    expect([code, data.field]).toEqual([1001, field]);
  });

  it('a stale version answers 1009', async () => {
    const process = await begin();
    const id = await raised(proofreader, process);
    await act(designer, 'reply', id, { text: '已改' });
    expect((await crew.call(proofreader, calls.opinionClose, { id, version: 1 })).code).toBe(1009);
  });

  it('a process and a thread have their limits', async () => {
    const process = await begin();
    const id = await raised(proofreader, process);
    const { pool } = app.platform.db;
    await pool.query(
      `insert into opinion (enterprise_id, process_id, no, round, origin_id, stage_name, position, grade, text, place, author_id, created_at)
       select enterprise_id, process_id, n, round, origin_id, stage_name, position, grade, text, place, author_id, created_at
       from opinion, generate_series(2, $2) n where id = $1`,
      [id, LIMITS.opinionsMax],
    );
    expect(await add(proofreader, process)).toMatchObject({ code: 1008, msg: '一个流程最多 500 条意见' });
    expect((await read(process)).list).toHaveLength(LIMITS.opinionsMax);
    await pool.query(
      `insert into opinion_entry (enterprise_id, opinion_id, action, user_id, text, at)
       select enterprise_id, id, 'edit', author_id, 'x', now() from opinion, generate_series(2, $2) where id = $1`,
      [id, LIMITS.opinionEntriesMax],
    );
    expect(await outcome(designer, 'reply', id, { text: '已改' })).toBe(1008);
    expect(await outcome(proofreader, 'close', id)).toBe(0);
    expect(await outcome(proofreader, 'reopen', id)).toBe(1008);
  });

  it('all threads of a process have a limit together, and an opinion can still be ended there', async () => {
    const process = await begin();
    const ids = await Promise.all(Array.from({ length: 41 }, () => raised(proofreader, process)));
    const [first = 0, ...others] = ids;
    await app.platform.db.pool.query(
      `insert into opinion_entry (enterprise_id, opinion_id, action, user_id, text, at)
       select enterprise_id, id, 'edit', author_id, 'x', now() from opinion, generate_series(1, $2) where id = any($1)`,
      [others, LIMITS.opinionEntriesMax - 1],
    );
    expect(await act(designer, 'reply', first)).toMatchObject({ code: 1008, msg: '一个流程的意见最多 4000 条记录' });
    expect(await outcome(proofreader, 'close', first)).toBe(0);
    expect(await outcome(proofreader, 'del', others[0] ?? 0)).toBe(0);
    expect(await outcome(proofreader, 'reopen', first)).toBe(0);
    expect(await outcome(designer, 'reply', first)).toBe(0);
  });
});

describe('what others learn', () => {
  it('notices merge for one person, process and hour, and the action log has every change', async () => {
    const process = await begin();
    const ids = [
      await raised(proofreader, process),
      await raised(proofreader, process),
      await raised(proofreader, process),
    ];
    await act(designer, 'reply', ids[0] ?? 0, { text: '已改' });
    await act(reviewer, 'close', ids[0] ?? 0);
    await vi.waitFor(async () => {
      const open = await app.platform.db.pool.query('select 1 from outbox where done_at is null limit 1');
      expect(open.rowCount).toBe(0);
    }, 15_000);
    const about = async (person: BuiltPerson) => {
      const { data } = await crew.call(person, noticeIndex, { ispage: 'not' });
      const own = data.list.filter(({ source_id: id }: { source_id: number }) => id === process.subject.id);
      return own.map(({ content }: { content: string }) => content).filter((text: string) => text.includes('意见'));
    };
    const toDesigner = await about(designer);
    // Three opinions within one hour are one notice, or two across its end.
    expect(toDesigner.filter((text: string) => text.includes('提出了校审意见')).length).toBeLessThan(3);
    expect(toDesigner).toContain(`${reviewer.name}关闭了“${process.name}”的校审意见`);
    expect(await about(proofreader)).toEqual([`${designer.name}回复了您对“${process.name}”的校审意见`]);
    const { rows } = await app.platform.db.pool.query(
      `select event, count(*)::int as n from action_log where target_kind = 'opinion' and target_id = any($1) group by event`,
      [ids],
    );
    expect(Object.fromEntries(rows.map(({ event, n }: { event: string; n: number }) => [event, n]))).toEqual({
      'opinions.raised': 3,
      'opinions.replied': 1,
      'opinions.closed': 1,
    });
  });
});
