import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { CODES } from '@prdm/contract/codes';
import type { Endpoint } from '@prdm/contract/kit';
import { buildMatrixWorld } from '../matrix/world.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import type { Answer } from '../worlds/calls.ts';
import { actsOf, FOREIGN, setOf, shapeOf, type Stage } from './acts.ts';
import { ENTITIES, EXCEPTIONS } from './entities.ts';
import type { Change, Entity, Named } from './entity.ts';
import { gaps, nounsOf } from './nouns.ts';
import { edited, READY } from './ready.ts';
import { businessKeys } from './unique-keys.ts';

/** Every ordinary entity of the registry keeps the same rules. entities.ts describes them. */
let app: TestApp;
let stage: Stage;
beforeAll(async () => {
  app = await startApp({ works: false });
  stage = await setOf(app, await buildMatrixWorld(app));
}, 120_000);
afterAll(() => app.stop(), 60_000);

const CHANGES = ['add', 'edit', 'del'] as const;
const NAMED = ['edit', 'del', 'info'] as const;

/** Makes a call that must be refused: its code, and no row in the action log. */
async function refused(ask: () => Promise<Answer>, code: number, what: string): Promise<Answer> {
  const { answer, rows } = await stage.logged(ask);
  expect({ what, code: answer.code, rows }).toEqual({ what, code, rows: [] });
  return answer;
}

/** The code for a missing record: 1006 by default, and 404 for a page. */
const missing = (entity: Entity, call: Named, code: number = CODES.notFound): number =>
  entity[call]?.page ? CODES.pageNotFound : code;

const shown = ({ status, code, msg, data }: Answer) => ({ status, code, msg, data });

/** The versioned calls of the noun besides edit and del. */
function otherCalls(entity: Entity): Endpoint[] {
  const changes = nounsOf(registry).find(({ noun }) => noun === entity.noun)?.changes ?? [];
  const known = [entity.edit.path, entity.del.path];
  return registry.filter((call) => changes.includes(call.path) && !known.includes(call.path) && isVersioned(call));
}
const isVersioned = (call: Endpoint): boolean => 'version' in shapeOf(call);

describe('the descriptions', () => {
  it('cover every ordinary noun of the registry, or an exception gives the reason', () => {
    expect(
      gaps(
        registry,
        ENTITIES.map(({ noun }) => noun),
        EXCEPTIONS,
      ),
    ).toEqual([]);
  });

  it('name calls of their noun', () => {
    const nouns = nounsOf(registry);
    const strange = ENTITIES.filter(({ noun, add, edit, del }) => {
      const found = nouns.find((one) => one.noun === noun);
      return !found?.creates.includes(add.path) || ![edit, del].every(({ path }) => found.changes.includes(path));
    });
    expect(strange.map(({ noun }) => noun)).toEqual([]);
  });

  it('prepare records only for versioned calls of their nouns', () => {
    const versioned: string[] = ENTITIES.flatMap(otherCalls).map(({ path }) => path);
    expect(Object.keys(READY).filter((path) => !versioned.includes(path))).toEqual([]);
  });

  it('name the field of every unique key in the database', async () => {
    for (const { noun, tables, unique = [], assigned = [] } of ENTITIES) {
      const described = [...unique.flatMap(({ index }) => index ?? []), ...assigned].toSorted();
      expect({ noun, keys: described }).toEqual({ noun, keys: await businessKeys(app.platform.db.pool, tables) });
    }
  });
});

describe.each(ENTITIES)('$noun', (entity) => {
  const acts = () => actsOf(entity, stage);

  it('is listed after add, and the list shows an edit', async () => {
    const { id, fields, version } = await acts().made();
    const { sent, shown: wanted } = acts().change();
    expect((await acts().edit(id, { ...fields, ...sent, version })).code).toBe(0);
    expect(await acts().row(id)).toMatchObject({ ...wanted, version: version + 1 });
  });

  it('refuses a stale version with 1009 and keeps the record', async () => {
    const { id, fields, version } = await acts().made();
    expect((await acts().edit(id, { ...fields, ...acts().change().sent, version })).code).toBe(0);
    const before = await acts().row(id);
    await refused(() => acts().edit(id, { ...fields, ...acts().change().sent, version }), CODES.conflict, 'edit');
    if (['version', 'items'].some((name) => name in shapeOf(entity.del)))
      await refused(() => acts().del(id, version), CODES.conflict, 'del');
    expect(await acts().row(id)).toEqual(before);
  });

  it('refuses a stale version in every other call of the noun, which then accepts the record', async () => {
    for (const call of otherCalls(entity)) {
      const ready = READY[call.path] ?? edited;
      const { given, version, actor = acts().owner.actor } = await ready({ app, stage, acts: acts() });
      const sent = (of: number) => () => stage.call(call, { ...given, version: of }, { actor });
      await refused(sent(version - 1), CODES.conflict, call.path);
      const { code, msg } = await sent(version)();
      expect({ path: call.path, code, msg }).toMatchObject({ path: call.path, code: 0 });
    }
  });

  it.runIf(entity.unique)('refuses a duplicate of each unique key at its field', async () => {
    for (const { field, code = CODES.duplicateName } of entity.unique ?? []) {
      const first = await acts().made();
      const second = await acts().made();
      const taken = { [field]: first.fields[field] };
      // A code of its own names no field.
      const wanted = code === CODES.duplicateName ? { field } : {};
      const again = await refused(async () => acts().add({ ...(await acts().fields()), ...taken }), code, 'add');
      expect(again.data ?? {}).toMatchObject(wanted);
      if (!(field in shapeOf(entity.edit))) continue;
      const { fields, version } = second;
      const edit = await refused(() => acts().edit(second.id, { ...fields, ...taken, version }), code, 'edit');
      expect(edit.data ?? {}).toMatchObject(wanted);
    }
  });

  it('answers a deleted record as missing and does not list it', async () => {
    const { id, fields, version } = await acts().made();
    expect((await acts().del(id, version)).code).toBe(0);
    expect(await acts().row(id)).toBeUndefined();
    const code = (call: Named) => entity.deleted?.[call] ?? missing(entity, call);
    await refused(() => acts().edit(id, { ...fields, version: version + 1 }), code('edit'), 'edit');
    await refused(() => acts().del(id, version + 1), code('del'), 'del');
    if (entity.info) expect((await acts().info(id))?.code).toBe(code('info'));
  });

  it('refuses an employee without the access node and a member without the right', async () => {
    const { id, fields, version } = await acts().made();
    const before = await acts().row(id);
    const codes: [string, Partial<Record<Change, number>>][] = [['employee', outsiderCodes(entity)]];
    if (entity.member) codes.push([entity.member.actor, entity.member.codes]);
    for (const [actor, expected] of codes) {
      const asks: Record<Change, () => Promise<Answer>> = {
        add: async () => acts().add(await acts().fields(), { actor }),
        edit: () => acts().edit(id, { ...fields, ...acts().change().sent, version }, { actor }),
        del: () => acts().del(id, version, { actor }),
      };
      for (const call of CHANGES) {
        const code = expected[call];
        if (code !== undefined) await refused(asks[call], code, `${actor} ${call}`);
      }
    }
    expect(await acts().row(id)).toEqual(before);
  });

  it('answers another enterprise exactly as for an unknown id, and does not list it there', async () => {
    const { id, version } = await acts().made();
    const before = await acts().row(id);
    // The record is the only id of the first enterprise in these calls.
    const asks: Record<Named, (of: number) => Promise<Answer | null>> = {
      edit: (of) => acts().edit(of, { version }, FOREIGN),
      del: (of) => acts().del(of, version, FOREIGN),
      info: (of) => acts().info(of, FOREIGN),
    };
    for (const call of NAMED) {
      if (!entity[call]) continue;
      const ask = (of: number) => async () => (await asks[call](of)) as Answer;
      const theirs = await refused(ask(id), missing(entity, call, entity.foreign), call);
      expect(shown(theirs)).toEqual(shown(await ask(stage.unknownId)()));
    }
    expect(await acts().row(id, FOREIGN)).toBeUndefined();
    expect(await acts().row(id)).toEqual(before);
  });

  it('writes one row of the action log for each change, by the caller and about the record', async () => {
    const fields = await acts().fields();
    const user_id = stage.known.userOf(acts().owner.actor);
    const added = await stage.logged(() => acts().add(fields));
    const id = acts().idIn(added.answer, fields);
    const also = entity.alsoAdds ?? [];
    expect(added.rows.filter(({ event }) => !also.includes(event))).toEqual([
      { event: expect.any(String), target_id: id, user_id },
    ]);
    expect(added.rows.filter(({ event }) => also.includes(event)).map(({ event }) => event)).toEqual(also);
    const version = (await acts().row(id))?.['version'];
    const edited = await stage.logged(() => acts().edit(id, { ...fields, ...acts().change().sent, version }));
    expect(edited.rows).toEqual([{ event: expect.any(String), target_id: id, user_id }]);
    const deleted = await stage.logged(async () => acts().del(id, (await acts().row(id))?.['version']));
    expect(deleted.rows).toEqual([{ event: expect.any(String), target_id: id, user_id }]);
    const events = [added, edited, deleted].map(({ rows }) => rows[0]?.event);
    expect(new Set(events).size).toBe(3);
  });
});

/** An employee outside the project: 1005 where the contract names a node, 444 where the project decides. */
function outsiderCodes(entity: Entity): Record<Change, number> {
  const code = (call: Change) => (typeof entity[call].access === 'object' ? CODES.denied : CODES.notInProject);
  return { add: code('add'), edit: code('edit'), del: code('del') };
}
