import * as calls from '@prdm/contract/processes/opinions';
import { actorOf, buildProcess, Crew, type BuiltProcess } from './approvals.ts';
import { theEnterprise, type BuiltPerson } from './builders.ts';
import type { Answer } from './calls.ts';
import type { TestApp } from '../servers/start-app.ts';

const CALLS = {
  edit: calls.opinionEdit,
  del: calls.opinionDel,
  reply: calls.opinionReply,
  close: calls.opinionClose,
  keep: calls.opinionKeep,
  reopen: calls.opinionReopen,
};
export type OpinionAct = keyof typeof CALLS;
/** A valid input of each change, besides id and version. */
export const OPINION_ACTS: Readonly<Record<OpinionAct, object>> = {
  edit: { grade: 'technical', text: '改' },
  del: {},
  reply: { text: '已改' },
  close: {},
  keep: { text: '保留' },
  reopen: {},
};

/** The designer starts, the proofreader and the reviewer decide, the colleague has no part. */
export type OpinionWorld = Awaited<ReturnType<typeof opinionWorld>>;

export async function opinionWorld(app: TestApp) {
  const crew = new Crew(app);
  const [designer, proofreader, reviewer, colleague] = (await crew.people(4)) as [
    BuiltPerson,
    BuiltPerson,
    BuiltPerson,
    BuiltPerson,
  ];
  const add = (by: BuiltPerson, process: BuiltProcess, more: object = {}): Promise<Answer> =>
    crew.call(by, calls.opinionAdd, { process_id: process.id, grade: 'general', text: '尺寸不一致', ...more });
  /** A change with the present version of the opinion. */
  const act = async (by: BuiltPerson, what: OpinionAct, id: number, more?: object): Promise<Answer> => {
    const { rows } = await app.platform.db.pool.query('select version from opinion where id = $1', [id]);
    return crew.call(by, CALLS[what], { id, version: rows[0].version, ...(more ?? OPINION_ACTS[what]) });
  };
  return {
    crew,
    designer,
    proofreader,
    reviewer,
    colleague,
    add,
    act,
    /** A process of the stages 校对 and 审核. */
    begin: (): Promise<BuiltProcess> =>
      buildProcess(app, {
        starter: designer,
        stages: [
          { name: '校对', by: [proofreader] },
          { name: '审核', by: [reviewer] },
        ],
      }),
    /** The id of a new opinion. */
    async raised(by: BuiltPerson, process: BuiltProcess, more: object = {}): Promise<number> {
      const { code, msg, data } = await add(by, process, more);
      if (code !== 0) throw new Error(msg);
      return data.id as number;
    },
    read: async (process: BuiltProcess, by: BuiltPerson = designer) =>
      (await crew.call(by, calls.opinionIndex, { process_id: process.id })).data,
    row: async (id: number, by: BuiltPerson = designer) => (await crew.call(by, calls.opinionInfo, { id })).data,
    /** The code of the answer. */
    outcome: async (by: BuiltPerson, what: OpinionAct, id: number, more?: object): Promise<number> =>
      (await act(by, what, id, more)).code,
    async republish(process: BuiltProcess): Promise<void> {
      const actor = actorOf(await theEnterprise(app), designer);
      await app.platform.db.transaction((trx) => app.modules.processes.republish(trx, actor, process.subject));
    },
  };
}
