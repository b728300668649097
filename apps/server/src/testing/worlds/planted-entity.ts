import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { entityCalls } from '@prdm/contract/kit/entity';
import { blank, flag, hours, optionalText, text } from '@prdm/contract/kit/fields';
import { endpoint, ref } from '@prdm/contract/kit';
import { givenMoney, money } from '@prdm/contract/kit/money';
import { buildApp } from '../../app.ts';
import { sliceDb } from '../../platform/db.ts';
import {
  entity,
  entityEvents,
  hoursColumn,
  moneyColumn,
  refColumn,
  textColumn,
  valueColumn,
  wordColumn,
  type EntityCalls,
  type EntitySpec,
} from '../../platform/entity/index.ts';
import type { TestApp } from '../servers/start-app.ts';

/**
 * An entity of the kit with every kind of column, for the behaviour that no entity of the product has yet. It takes the
 * place of the kind `industry` in a server of its own.
 */
const TABLE = `
  create table planted (
    enterprise_id bigint not null references enterprise, id bigint generated always as identity,
    name text not null, sort int not null, version int not null default 1,
    disabled_at timestamptz, deleted_at timestamptz,
    number text not null, direction text not null, folded boolean not null, standard_minutes int,
    profession_id bigint, manager_id bigint, amount_fen bigint,
    primary key (enterprise_id, id));
  create unique index planted_name on planted (enterprise_id, name) where deleted_at is null;
  create unique index planted_number on planted (enterprise_id, number) where deleted_at is null and number <> '';
  create table planted_profession (
    enterprise_id bigint not null, planted_id bigint not null, profession_id bigint not null,
    primary key (enterprise_id, planted_id, profession_id))`;

const DIRECTIONS = ['portrait', 'landscape'] as const;
const byProfession = () => blank(ref('profession', 'choose').optional());

export const planted = entityCalls({
  kind: 'industry',
  path: '/apis/planted',
  reads: 'signed-in',
  writes: { scope: 'enterprise', anyOf: ['ProjectSetting-index'] },
  fields: {
    name: text(),
    number: optionalText(),
    direction: z.enum(DIRECTIONS).default('portrait'),
    folded: flag().default(false),
    standard_hours: blank(hours().optional()),
    profession_id: byProfession(),
    manager_id: blank(ref('user', 'choose').optional()),
    amount: blank(givenMoney().optional()),
    profession_ids: z.array(ref('profession', 'choose')).default([]),
  },
  row: {
    number: z.string(),
    direction: z.enum(DIRECTIONS),
    folded: z.boolean(),
    standard_hours: z.number().nullable(),
    profession_id: z.number().nullable(),
    manager_id: z.number().nullable(),
    amount: money('contract').nullable(),
    profession_ids: z.array(z.number()),
  },
  filters: {
    number: optionalText(),
    direction: blank(z.enum(DIRECTIONS).optional()),
    folded: blank(flag().optional()),
    standard_hours: blank(hours().optional()),
    profession_id: blank(ref('profession').optional()),
  },
});

/** The newest rows of the action log as the caller sees them. The product has no call for them yet. */
export const actionLog = endpoint({
  method: 'GET',
  path: '/apis/planted/log',
  access: 'signed-in',
  input: z.strictObject({}),
  output: z.object({ list: z.array(z.unknown()) }),
});

/** The description, with the given parts in place of the usual ones. */
export const plantedSpec = <Calls extends EntityCalls<'industry'>>(
  calls: Calls,
  given: Partial<EntitySpec<'industry'>> = {},
): EntitySpec<'industry'> => ({
  calls,
  events: entityEvents('planted', calls.kind),
  table: 'planted',
  columns: [
    textColumn('number'),
    wordColumn('direction', 'portrait', 'entities.titleLevel'),
    valueColumn('folded', false),
    hoursColumn('standard_hours', 'standard_minutes'),
    refColumn('profession_id', 'profession'),
    refColumn('manager_id', 'user'),
    moneyColumn('amount', 'amount_fen', 'contract', ({ manager_id }) => ({
      people: [manager_id as number],
      departmentId: null,
    })),
  ],
  links: [
    {
      field: 'profession_ids',
      table: 'planted_profession',
      owner: 'planted_id',
      column: 'profession_id',
      refers: 'profession',
    },
  ],
  unique: { planted_name: 'name', planted_number: 'number' },
  // The export reads the name beside the id.
  shown: (_enterpriseId, rows) => Promise.resolve(rows.map(() => ({ profession_name: '', manager_name: '' }))),
  ...given,
});

/** Makes the entity on the database of the test. */
export const plantEntity = (app: TestApp, spec: EntitySpec<'industry'>) =>
  entity({ ...app.platform, tables: sliceDb(app.platform.db, 'dictionary_entry') }, spec);

/** A server that also has the calls of the entity. */
export async function servePlanted(app: TestApp, spec = plantedSpec(planted)): Promise<FastifyInstance> {
  await app.platform.db.pool.query(TABLE);
  return buildApp(app.platform, app.modules, app.env, {
    also: (mount, kinds) => {
      const made = plantEntity(app, spec);
      kinds.add(made.kind);
      made.routes(mount);
      mount(actionLog, async (_input, { principal }) => ({ list: await app.modules.audit.actions(principal, 20) }));
    },
  });
}
