import type { Compilable, CompiledQuery, Expression, Kysely } from 'kysely';
import pg from 'pg';

/**
 * Statements of every call (session, person, memberships, names). Each is compiled once per process, and planned once per connection. For
 * these short statements, planning takes longer than the answer, and building the text takes longer than reading the rows.
 * Use it only for lookups by key, whose plan does not depend on the values. Lists are planned on each call.
 */
const names = new Map<string, string>();

/** A parameter of a statement, or an expression of an outer statement in its place. */
export type Value<T> = T | Expression<T>;

/** Placeholder for an argument while the statement is compiled. */
class Slot {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

interface Made<Row> {
  readonly query: CompiledQuery<Row>;
  /** The source of each parameter: an argument, or a fixed value. */
  readonly from: readonly (Slot | { readonly fixed: unknown })[];
}

/**
 * A prepared statement with a name. `build` gets placeholders instead of arguments. It may only pass each on as one whole parameter, and
 * must not read its value. Throws for a duplicate name and for an unused argument.
 */
export function prepared<Tables, Args extends readonly unknown[], Row>(
  name: string,
  build: (db: Kysely<Tables>, ...args: Args) => Compilable<Row>,
): (db: Kysely<Tables>, ...args: Args) => Promise<Row[]> {
  let made: Made<Row> | undefined;
  return async (db, ...args) => {
    made ??= make(name, (slots) => build(db, ...(slots as unknown as Args)), args.length);
    const { query, from } = made;
    const parameters = from.map((one) => (one instanceof Slot ? args[one.at] : one.fixed));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

function make<Row>(name: string, build: (slots: readonly Slot[]) => Compilable<Row>, count: number): Made<Row> {
  const slots = Array.from({ length: count }, (_, at) => new Slot(at));
  const query = build(slots).compile();
  const unused = slots.find((slot) => !query.parameters.includes(slot));
  if (unused) throw new Error(`prepared statement ${name}: argument ${unused.at} is no parameter of it`);
  const taken = [...names].find(([text, known]) => known === name && text !== query.sql);
  if (taken) throw new Error(`two prepared statements are called ${name}`);
  names.set(query.sql, name);
  return { query, from: query.parameters.map((value) => (value instanceof Slot ? value : { fixed: value })) };
}

type Query = (config: string | pg.QueryConfig, ...rest: unknown[]) => unknown;

/**
 * A connection that sends the statements above by name. Unusable behind a pooler that shares a session between clients: the names would
 * collide.
 */
export class NamingClient extends pg.Client {
  override readonly query = ((config: string | pg.QueryConfig, ...rest: unknown[]): unknown => {
    const send = super.query as unknown as Query;
    const name = typeof config === 'string' ? names.get(config) : undefined;
    if (name === undefined) return send.call(this, config, ...rest);
    const [values, ...others] = rest;
    return send.call(this, { name, text: config as string, values: values as unknown[] }, ...others);
  }) as pg.Client['query'];
}
