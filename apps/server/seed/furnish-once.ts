import { resolve } from 'node:path';
import { sql } from 'kysely';
import { systemActor } from '../src/platform/actor.ts';
import { defineEvent } from '../src/platform/bus.ts';
import { Trx } from '../src/platform/db.ts';
import { theEnterprise, type World } from '../src/testing/builders.ts';

/** The two lines of the action log a demo is known by: without the second one its first start came to no end. */
const DemoBegun = defineEvent<null>('demo.begun');
const DemoFurnished = defineEvent<null>('demo.furnished');

/**
 * Furnishes an installation where nobody works yet, as `name`, and remembers when that began and that it ended. Where people work it does nothing;
 * where it was interrupted it says so and leaves what is there: half an institute can be neither finished nor told from work of somebody's own.
 */
export async function furnishOnce(
  world: World,
  name: string,
  say: (line: string) => void,
  furnish: (enterpriseId: number) => Promise<void>,
): Promise<void> {
  const { platform } = world;
  const enterpriseId = await theEnterprise(world);
  const told = await marksOf(world, enterpriseId);
  if (told.has(DemoFurnished.name)) return;
  if (told.has(DemoBegun.name)) {
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

/** Somebody besides the first administrator. */
async function hasPeople({ platform }: World, enterpriseId: number): Promise<boolean> {
  const { rows } = await platform.db.pool.query('select 1 from staff where enterprise_id = $1 limit 2', [enterpriseId]);
  return rows.length > 1;
}
