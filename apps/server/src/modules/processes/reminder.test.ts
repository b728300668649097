import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { buildProcess, Crew } from '../../testing/worlds/approvals.ts';
import type { BuiltPerson } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let crew: Crew;
beforeAll(async () => {
  app = await startApp();
  crew = new Crew(app);
});
afterAll(() => app.stop());

describe('a reminder', () => {
  it('never reaches its sender, and is refused if the stage waits for the sender only', async () => {
    const [starter, other] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const own = await buildProcess(app, { starter, stages: [{ by: [starter] }] });
    const canRemind = async ({ id }: { id: number }) =>
      (await crew.call(starter, review.info, { id })).data.can.remind as boolean;
    expect(await canRemind(own)).toBe(false);
    const refused = await crew.call(starter, review.remind, { id: own.id });
    expect([refused.code, refused.msg]).toEqual([1008, '当前节点只等您本人审核，不需要催办']);
    const shared = await buildProcess(app, { starter, stages: [{ by: [starter, other] }] });
    expect(await canRemind(shared)).toBe(true);
    expect((await crew.call(starter, review.remind, { id: shared.id })).code).toBe(0);
    const reminded = async () =>
      (
        await app.platform.db.pool.query<{ user_id: number }>(
          `select user_id from notice where text_key = 'notices.reminded' and source_id = $1`,
          [shared.subject.id],
        )
      ).rows.map((row) => row.user_id);
    await expect.poll(reminded).toEqual([other.id]);
  });
});
