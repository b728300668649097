import { resolve } from 'node:path';
import { sql } from 'kysely';
import { systemActor } from '../src/platform/actor.ts';
import { defineEvent } from '../src/platform/bus.ts';
import { Trx } from '../src/platform/db.ts';
import { theEnterprise, type World } from '../src/testing/worlds/builders.ts';

/** The two lines of the action log that mark a demo. Without the second one its first start was interrupted. */
const DemoBegun = defineEvent<null>('demo.begun');
const DemoFurnished = defineEvent<null>('demo.furnished');

/**
 * Furnishes an empty installation as `name`, and logs the begin and the end. It does nothing when people work there.
 * After an interruption it reports this and changes nothing: the rest of a demo cannot be completed, and cannot be
 * distinguished from real work.
 */
export async function furnishOnce(
  world: World,
  name: string,
  say: (line: string) => void,
  furnish: (enterpriseId: number) => Promise<void>,
): Promise<void> {
  const { platform } = world;
  const enterpriseId = await theEnterprise(world);
  const marks = await marksOf(world, enterpriseId);
  if (marks.has(DemoFurnished.name)) return;
  if (marks.has(DemoBegun.name)) {
    const folder = `remove the folder ${resolve(platform.dataDir)} (with DATABASE_URL empty that database too)`;
    say(
      `demo: incomplete, its first start was interrupted; for a whole one stop the program, ${folder} and start again`,
    );
    return;
  }
  if (await hasPeople(world, enterpriseId)) return;

  const happening = { actor: systemActor(enterpriseId), target: { kind: 'enterprise', id: enterpriseId, name } };
  await platform.db.transaction(async (trx) => {
    await sql`update enterprise set name = ${name}, short_name = ${name} where id = ${enterpriseId}`.execute(
      Trx.open(trx),
    );
    await sql`update dictionary_entry set name = ${name} where enterprise_id = ${enterpriseId} and kind = 'company'`.execute(
      Trx.open(trx),
    );
    await platform.bus.emit(trx, DemoBegun, { ...happening, data: null });
  });
  await furnish(enterpriseId);
  await platform.db.transaction((trx) => platform.bus.emit(trx, DemoFurnished, { ...happening, data: null }));
}

async function marksOf({ platform }: World, enterpriseId: number): Promise<Set<string>> {
  const { rows } = await platform.db.pool.query<{ event: string }>(
    'select event from action_log where enterprise_id = $1 and event = any($2)',
    [enterpriseId, [DemoBegun.name, DemoFurnished.name]],
  );
  return new Set(rows.map(({ event }) => event));
}

/** Whether there is a person besides the first administrator. */
async function hasPeople({ platform }: World, enterpriseId: number): Promise<boolean> {
  const { rows } = await platform.db.pool.query('select 1 from staff where enterprise_id = $1 limit 2', [enterpriseId]);
  return rows.length > 1;
}
