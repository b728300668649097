import { expect } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import { info as ownInfo } from '@prdm/contract/me';
import { sampleInput } from '../matrix/samples.ts';
import type { MatrixWorld, Place } from '../matrix/world.ts';
import type { TestApp } from '../servers/start-app.ts';
import { buildPerson } from '../worlds/builders.ts';
import type { Answer } from '../worlds/calls.ts';
import type { Entity, Known, Named } from './entity.ts';

/** The caller of a call and the place of the ids beside the record's own. */
export interface Caller {
  readonly actor: string;
  readonly place?: Place;
}
/** The highest administrator of the other enterprise, with ids of that enterprise. */
export const FOREIGN: Caller = { actor: 'otherEnterprise', place: 'foreign' };

export interface LogRow {
  readonly event: string;
  readonly target_id: number;
  readonly user_id: number;
}
type Values = Readonly<Record<string, unknown>>;

export const shapeOf = ({ input }: Endpoint): Values => (input as unknown as { shape: Values }).shape;

/** A matrix world with its actors' ids, and the calls of any endpoint in it. */
export async function setOf(app: TestApp, world: MatrixWorld) {
  const users = new Map<string, number>();
  for (const [actor, token] of Object.entries(world.tokens)) {
    const { data } = await app.call(ownInfo, {}, { token: token ?? '' });
    if (data) users.set(actor, data.id);
  }
  let names = 0;
  const known: Known = {
    idOf: (kind) => world.idOf(kind, 'own', ''),
    userOf: (actor) => users.get(actor) ?? Number.NaN,
    newPerson: async () => (await buildPerson(app)).id,
  };
  return {
    known,
    /** A name that no other record has. It fits accounts, numbers and titles. */
    freshName: () => `conform${(names += 1)}`,
    unknownId: world.idOf('task', 'missing', '') as number,
    call(endpoint: Endpoint, given: Values, { actor, place = 'own' }: Caller): Promise<Answer> {
      const shape = shapeOf(endpoint);
      const idOf = (kind: Parameters<MatrixWorld['idOf']>[0], path: string) => world.idOf(kind, place, path);
      const sample = sampleInput(endpoint, idOf, { onlyNeeded: 'project_id' }) as Values;
      const whole = 'ispage' in shape ? { ispage: 'not' } : {};
      const fitting = Object.fromEntries(Object.entries(given).filter(([name]) => name in shape));
      return app.call(endpoint, { ...sample, ...whole, ...fitting }, { token: world.tokens[actor] ?? '' });
    },
    /** The answer of a call, and the rows that it added to the action log of any enterprise. */
    async logged(ask: () => Promise<Answer>): Promise<{ answer: Answer; rows: LogRow[] }> {
      const { rows: last } = await app.platform.db.pool.query('select coalesce(max(id), 0) as id from action_log');
      const answer = await ask();
      const { rows } = await app.platform.db.pool.query<LogRow>(
        'select event, target_id, user_id from action_log where id > $1 order by id',
        [last[0].id],
      );
      return { answer, rows };
    },
  };
}
export type Stage = Awaited<ReturnType<typeof setOf>>;

/** The calls of one entity with valid fields. Its owner makes them unless another caller is named. */
export function actsOf(entity: Entity, stage: Stage) {
  const owner: Caller = { actor: entity.owner ?? 'superAdmin' };
  const named = (id: number, call: Named): Values => entity.named?.(id, call) ?? { id };
  const isRow = entity.isRow ?? ((row: Values, id: number) => row['id'] === id);

  const acts = {
    owner,
    fields: async (): Promise<Values> => entity.fields(stage.freshName(), stage.known),
    /** The changed fields as sent, and those that the list must show. */
    change(): { sent: Values; shown: Values } {
      if (entity.change) return { sent: entity.change(stage.known), shown: {} };
      const values = { [entity.changed ?? 'name']: stage.freshName() };
      return { sent: values, shown: values };
    },
    idIn: (answer: Answer, fields: Values): number => entity.idOf?.(fields) ?? answer.data.id,
    add: (fields: Values, caller = owner) => stage.call(entity.add, fields, caller),
    edit: (id: number, fields: Values, caller = owner) =>
      stage.call(entity.edit, { ...fields, ...named(id, 'edit') }, caller),
    del: (id: number, version: unknown, caller = owner) =>
      stage.call(
        entity.del,
        'items' in shapeOf(entity.del) ? { items: [{ id, version }] } : { version, ...named(id, 'del') },
        caller,
      ),
    /** The fields that name the record, as `edit` takes them. */
    named: (id: number): Values => named(id, 'edit'),
    info: (id: number, caller = owner) =>
      entity.info ? stage.call(entity.info, named(id, 'info'), caller) : Promise.resolve(null),
    /** The row of the record in the list; undefined when the list does not contain it. */
    async row(id: number, caller = owner): Promise<Values | undefined> {
      const place = caller.place === undefined ? entity.place?.(stage.known) : undefined;
      const answer = await stage.call(entity.list, place ?? {}, caller);
      expect(answer.code, `${entity.list.path} ${answer.msg}`).toBe(0);
      return (answer.data.list as Values[]).find((row) => isRow(row, id));
    },
    /** A new record: its fields, its id and its version. Throws when the call fails or the list lacks it. */
    async made(): Promise<{ fields: Values; id: number; version: number }> {
      const fields = await acts.fields();
      const answer = await acts.add(fields);
      if (answer.code !== 0) throw new Error(`${entity.add.path}: ${answer.code} ${answer.msg}`);
      const id = acts.idIn(answer, fields);
      const version = (await acts.row(id))?.['version'];
      if (typeof version !== 'number') throw new Error(`${entity.list.path} lacks the new record or its version`);
      return { fields, id, version };
    },
  };
  return acts;
}
