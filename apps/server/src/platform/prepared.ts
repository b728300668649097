import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';

/**
 * Statements that every call asks (session, person, memberships, names): put together once in the life of the program, and planned once
 * on each connection. For the short ones planning takes the database longer than the answer, and building the text takes us longer than
 * reading the rows. Only for lookups by key, whose plan does not hang on the values; a list keeps being planned for what it is asked.
 */
const names = new Map<string, string>();

/** Stands where an argument will go while a statement is put together. */
class Slot {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

interface Made<Row> {
  readonly query: CompiledQuery<Row>;
  /** For each parameter of the statement where its value comes from: an argument, or itself. */
  readonly from: readonly (Slot | { readonly fixed: unknown })[];
}

/**
 * A statement by name. `build` sees placeholders instead of arguments: it may only hand each of them on as one whole parameter, never look at
 * it. A second statement of the same name throws, and so does an argument that is not used.
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

/** A connection that sends the statements above by name. Not for a pooler that hands one session to several callers: names would be mixed up. */
export class NamingClient extends pg.Client {
  override readonly query = ((config: string | pg.QueryConfig, ...rest: unknown[]): unknown => {
    const send = super.query as unknown as Query;
    const name = typeof config === 'string' ? names.get(config) : undefined;
    if (name === undefined) return send.call(this, config, ...rest);
    const [values, ...others] = rest;
    return send.call(this, { name, text: config as string, values: values as unknown[] }, ...others);
  }) as pg.Client['query'];
}
